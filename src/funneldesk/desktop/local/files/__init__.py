"""Small files and folders of this computer, whatever state they are in."""
