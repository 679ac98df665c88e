"""What is wrong in a page's html, in one pass that typing can afford."""

from funneldesk.contract.markup import scan
from funneldesk.contract.markup_tags import tags
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.problems.rules.css import css_problems
from funneldesk.desktop.records.problems.rules.html_elements import Elements, visitor_wrappers
from funneldesk.desktop.records.problems.rules.html_structure import Structure
from funneldesk.desktop.records.problems.rules.problem import Problem, ProblemList
from funneldesk.desktop.records.problems.rules.split_tests import check_split_tests


def find_problems(html: str) -> list[Problem]:
    """What a marketer should know before visitors meet this page, in source order.

    At most ``MOST_PROBLEMS``, the worst first to be kept. Linear in the text, never raises, and
    touches nothing outside of its argument: it may run in any thread.
    """
    problems = ProblemList()
    structure, elements = Structure(problems), Elements(html, problems)
    for tag in tags(html):
        structure.take(tag)
        if tag.complete and not tag.is_end:
            elements.take(tag)
    structure.finish()
    blocks = scan(html)
    elements.finish(blocks)
    check_split_tests(html, blocks, problems)
    for span in visitor_wrappers(html):
        problems.add(
            span,
            "warning",
            "visitor-wrapper",
            _(
                "This was copied from the page as a visitor met it: data-sid and data-cid belong "
                "to one visitor's variant. Here it would count wrongly; paste the split test's "
                "own source instead."
            ),
        )
    for start, end in structure.styles:
        problems.extend(css_problems(html, start, end))
    return problems.worst()
