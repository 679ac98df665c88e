"""Every ready report, in the order of the list."""

from collections.abc import Mapping

from funneldesk.desktop.insight.reports import reading
from funneldesk.desktop.insight.reports.crm_fields import crm_fields
from funneldesk.desktop.insight.reports.declaration import ReadyReport, ReportColumn
from funneldesk.desktop.insight.scope import FIELD_NAMES
from funneldesk.desktop.local.texts import _

CAMPAIGNS, SALES, PEOPLE, SUBSCRIPTIONS, OTHER = (
    _("Campaigns"),
    _("Sales"),
    _("Visitors and customers"),
    _("Subscriptions"),
    _("Other"),
)
NUMBER, MONEY, PERCENT = "number", "currency", "pct"
REVENUE, SOLD = ReportColumn(_("Revenue"), MONEY), ReportColumn(_("Sales"), NUMBER)
RATE = ReportColumn(_("Conversion rate"), PERCENT)
PRODUCT, MONTH, GENDER = (
    ReportColumn(_("Product")),
    ReportColumn(_("Month")),
    ReportColumn(_("Gender")),
)


def _utm(kind: str) -> ReadyReport:
    name = FIELD_NAMES[kind]
    return ReadyReport(
        kind,
        _("By {field}").format(field=name.lower()),
        CAMPAIGNS,
        _("What each value of {field} brought.").format(field=kind),
        (
            ReportColumn(name),
            REVENUE,
            SOLD,
            ReportColumn(_("Average order value"), MONEY),
            RATE,
            ReportColumn(_("Page views"), NUMBER),
        ),
        reading.utm(kind),
    )


_SALES = (
    ReadyReport(
        "units",
        _("Units sold"),
        SALES,
        _("The pieces in all orders, by product."),
        (PRODUCT, ReportColumn(_("Units"), NUMBER)),
        reading.units,
    ),
    ReadyReport(
        "upsells",
        _("Upsell take rate"),
        SALES,
        _("How often each upsell was shown, and how often taken."),
        (
            PRODUCT,
            ReportColumn(_("Shown"), NUMBER),
            ReportColumn(_("Taken"), NUMBER),
            ReportColumn(_("Take rate"), PERCENT),
            REVENUE,
        ),
        reading.upsells,
        drawn_of=3,
    ),
    ReadyReport(
        "products",
        _("Products"),
        SALES,
        _("What each product brought on all pages."),
        (PRODUCT, REVENUE, SOLD, RATE),
        reading.products,
    ),
    ReadyReport(
        "products-by-pages",
        _("Products by pages"),
        SALES,
        _("What each product brought on each page."),
        (PRODUCT, ReportColumn(_("Page")), REVENUE, SOLD, RATE),
        reading.products_by_pages,
        drawn_of=2,
    ),
    ReadyReport(
        "first-purchase",
        _("Time to first purchase"),
        SALES,
        _("From a visitor's first visit to their first order."),
        (
            ReportColumn(_("Time")),
            ReportColumn(_("Customers"), NUMBER),
            ReportColumn(_("Share"), PERCENT),
        ),
        reading.first_purchase,
        by_size=False,
    ),
)
_PEOPLE = (
    ReadyReport(
        "carts-by-video",
        _("Add to carts by video time"),
        PEOPLE,
        _("How far a video had been seen when something went into the cart."),
        (ReportColumn(_("Video")), ReportColumn(_("Add to carts"), NUMBER)),
        reading.carts_by_video,
        by_size=False,
    ),
    ReadyReport(
        "customer-gender",
        _("Customers by gender"),
        PEOPLE,
        _("As far as an event or a payment told it."),
        (GENDER, ReportColumn(_("Customers"), NUMBER), ReportColumn(_("Share"), PERCENT)),
        reading.customer_gender,
        drawn="pie",
    ),
    ReadyReport(
        "video-gender",
        _("Video completion by gender"),
        PEOPLE,
        _("How far videos were seen on average."),
        (GENDER, ReportColumn(_("Seen"), PERCENT), ReportColumn(_("Viewers"), NUMBER)),
        reading.video_gender,
    ),
)
_SUBSCRIPTIONS = (
    ReadyReport(
        "subscriptions",
        _("Subscriptions today"),
        SUBSCRIPTIONS,
        _("How many there are in each state."),
        (ReportColumn(_("State")), ReportColumn(_("Subscriptions"), NUMBER)),
        reading.subscriptions,
        timed=False,
        by_size=False,
    ),
    ReadyReport(
        "mrr",
        _("Recurring revenue"),
        SUBSCRIPTIONS,
        _("Monthly recurring revenue at the end of each month."),
        (MONTH, ReportColumn(_("Recurring revenue"), MONEY)),
        reading.mrr,
        drawn="area",
        timed=False,
        by_size=False,
    ),
    ReadyReport(
        "churn",
        _("Churn"),
        SUBSCRIPTIONS,
        _("The share of those active when a month began who left in it."),
        (
            MONTH,
            ReportColumn(_("Churn"), PERCENT),
            ReportColumn(_("Active at the start"), NUMBER),
            ReportColumn(_("Left"), NUMBER),
        ),
        reading.churn,
        drawn="line",
        timed=False,
        by_size=False,
    ),
    ReadyReport(
        "cohorts",
        _("Lifetime value by start month"),
        SUBSCRIPTIONS,
        _("The average revenue so far of those who began in a month."),
        (
            MONTH,
            ReportColumn(_("Average lifetime value"), MONEY),
            ReportColumn(_("Subscriptions"), NUMBER),
            ReportColumn(_("Revenue"), MONEY),
        ),
        reading.cohorts,
        drawn="cohort",
        timed=False,
        by_size=False,
    ),
    ReadyReport(
        "dunning",
        _("Refused charges"),
        SUBSCRIPTIONS,
        _("What became of charges that were refused."),
        (ReportColumn(_("State")), ReportColumn(_("Subscriptions"), NUMBER)),
        reading.dunning,
        timed=False,
        by_size=False,
    ),
)
_OTHER = (
    ReadyReport(
        "cards",
        _("The server's cards"),
        OTHER,
        _("Every figure of the server's own dashboard, as it writes them."),
        (ReportColumn(_("Card")), ReportColumn(_("Figure")), ReportColumn(_("Value"))),
        reading.cards,
        drawn="",
    ),
    ReadyReport(
        "crm-fields",
        _("CRM fields"),
        OTHER,
        _("What the fields of the CRM add up to, those whose reporting settings ask for it."),
        (
            ReportColumn(_("Field and value")),
            ReportColumn(_("Entries"), NUMBER, adds_up=False),
            ReportColumn(_("Share"), PERCENT),
            ReportColumn(_("Amount"), NUMBER),
        ),
        crm_fields,
        timed=False,
    ),
    ReadyReport(
        "collections",
        _("Collections"),
        OTHER,
        _("How many entries each collection has."),
        (ReportColumn(_("Collection")), ReportColumn(_("Entries"), NUMBER)),
        reading.collections,
        timed=False,
    ),
    ReadyReport(
        "generated",
        _("Report generator"),
        OTHER,
        _("Made by the server from the groups and the metrics that Explore shows."),
        (),
        reading.generated,
        grouped=True,
    ),
)
UTM = ("utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content")
REPORTS: Mapping[str, ReadyReport] = {
    each.key: each for each in (*map(_utm, UTM), *_SALES, *_PEOPLE, *_SUBSCRIPTIONS, *_OTHER)
}
