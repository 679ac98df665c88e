"""What became of each file of a transfer: to read, filter, copy, keep, repeat and take back."""

from funneldesk.desktop.assets.transfers.job import TransferJob


def open_report(job: TransferJob) -> None:
    """Show the report over the window in front."""
