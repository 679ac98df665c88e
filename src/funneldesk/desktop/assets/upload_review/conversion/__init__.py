"""Images converted before they are sent."""
