"""Conversions (orders) on the wire (document: Conversion; Endpoints: Conversions; quirk 59)."""

from datetime import date, datetime

from funneldesk.contract.shapes import Draft, Filter, Record

STATUSES: tuple[str, ...] = ("completed", "approved", "refunded", "chargeback")
EXPORTED_STATUSES: tuple[str, ...] = ("completed", "refunded", "chargeback")
"""The status words that an export takes: they leave out ``approved`` (quirk 59)."""


class ConversionItem(Record):
    """A line of an order; ``price`` is for one piece."""

    product_name: str | None = None
    price: float | None = None
    quantity: float | None = None
    type: str | None = None


class ShippingAddress(Record):
    """Where an order is sent."""

    address_1: str | None = None
    city: str | None = None
    state: str | None = None
    zip: str | None = None
    country: str | None = None


class ConversionFunnel(Record):
    """The funnel of the click that led to an order."""

    id: int
    title: str | None = None


class ConversionSummary(Record):
    """A row of ``GET …/conversions``. ``merchant_id`` is what retention offers go by."""

    code: str
    customer_email: str | None = None
    customer_name: str | None = None
    customer_phone: str | None = None
    total: float | None = None
    currency: str | None = None
    status: str | None = None
    merchant_id: int | None = None
    created_at: datetime | None = None


class Conversion(ConversionSummary):
    """An order, whole. ``funnel`` is there only when an internal click had a funnel.

    ``refunded_amount`` is not in the document: None where a platform does not tell it.
    """

    items: list[ConversionItem] = []
    shipping_address: ShippingAddress | None = None
    funnel: ConversionFunnel | None = None
    aff_source: str | None = None
    transaction_id: str | None = None
    refunded_amount: float | None = None


class ConversionFilter(Filter):
    """The query of the list; ``search`` looks for order codes, e-mail addresses and names."""

    page: int | None = None
    per_page: int | None = None
    search: str | None = None


class ConversionExportDraft(Draft):
    """``POST …/conversions/export``: both days are included; one of ``EXPORTED_STATUSES``."""

    start_date: date | None = None
    end_date: date | None = None
    status: str | None = None


class ConversionExport(Record):
    """The answer to an export: unlike all others it names where the file is (quirk 59)."""

    message: str | None = None
    export_id: int | str | None = None
    download_url: str | None = None


class RefundDraft(Draft):
    """``POST …/refund``: all that is left when there is no ``amount``."""

    amount: float | str | None = None
    reason: str | None = None


class Refund(Record):
    """The answer to a refund."""

    message: str | None = None
    code: str | None = None
    refund_amount: float | None = None
    status: str | None = None
