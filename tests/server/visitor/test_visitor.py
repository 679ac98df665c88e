"""Published pages as visitors meet them (document: Page; quirk 28)."""

import re
from collections import Counter
from math import sqrt

import httpx
import pytest
from platform_process import BrandApi, NewBrand, TestBrand

DOCUMENT = (
    "<!doctype html>\n<html><head><title>Old</title></head>\r\n<body><p>Hi</p></body></html>\n"
)
BLOCK = (
    '<inline-split-test name="headline">\n  <variant name="calm" weight="70">Calm</variant>\n'
    '  <variant name="bold" weight="30">Bold</variant>\n</inline-split-test>'
)
WRAPPED = re.compile(r'<div data-sid="(\d+)" data-cid="(\w+)">(Calm|Bold)</div>')
TRACKING = re.compile(r'<script src="/p/\d+/-/tracking\.js" data-page="\d+" defer></script>\n')


def untracked(text: str) -> str:
    """A page without the one line that its tracking is; every page has it once."""
    assert len(TRACKING.findall(text)) == 1
    return TRACKING.sub("", text)


def visit(brand: TestBrand, slug: str, **words: object) -> httpx.Response:
    """The answer to someone who has never been here."""
    return brand.visitor().get(f"/{slug}", **words)


def published(brand: TestBrand, **fields: object) -> str:
    """The slug of a published page."""
    slug: str = brand.page(**fields)["slug"]
    return slug


def test_a_whole_document_is_served_as_it_is_stored(brand: TestBrand) -> None:
    html = DOCUMENT.replace("Hi", "\N{NO-BREAK SPACE}\u2028\r a<b &amp; 'x'")
    answer = visit(brand, published(brand, html=html))
    assert answer.status_code == 200
    assert untracked(answer.content.decode()).encode() == html.encode()
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "set-cookie" not in answer.headers


def test_a_fragment_becomes_a_document(brand: TestBrand) -> None:
    html = "<h1>Hello</h1>\r\n<p>World"
    text = untracked(visit(brand, published(brand, title="A < B", html=html)).text)
    before, _, after = text.partition(html)
    assert before.startswith("<!doctype html>")
    assert before.rstrip().endswith("<body>")
    assert "<title>A &lt; B</title>" in before
    assert after.split() == ["</body>", "</html>"]


@pytest.mark.parametrize("status", ["draft", "offline", "imported"])
def test_only_published_pages_are_met(brand: TestBrand, status: str) -> None:
    answer = visit(brand, published(brand, html=DOCUMENT, status=status))
    assert answer.status_code == 404
    assert "no published page" in answer.text


@pytest.mark.parametrize("path", ["nothing", "..%2f..%2fetc", "%00", "a/b", "x" * 3000])
def test_what_is_not_there_is_404(brand: TestBrand, path: str) -> None:
    assert visit(brand, path).status_code == 404


def test_a_brand_that_no_database_could_number_is_404(brand: TestBrand) -> None:
    for path in ("p/99999999999999999999/x", "cdn/99999999999999999999/assets/a.png"):
        assert brand.client(brand.base_url).get(f"/{path}").status_code == 404


def test_pages_of_another_brand_are_not_met(brand: TestBrand, new_brand: NewBrand) -> None:
    slug = published(brand, html=DOCUMENT)
    assert visit(new_brand(), slug).status_code == 404


def test_quirk_28_a_block_becomes_one_variant_in_a_wrapper(brand: TestBrand) -> None:
    html = DOCUMENT.replace("Hi", f"a{BLOCK}b")
    page = brand.page(html=html)
    text = untracked(visit(brand, page["slug"]).text)
    found = WRAPPED.search(text)
    assert found
    assert text == html.replace(BLOCK, found[0])
    assert brand.api().get(f"/pages/{page['id']}").json()["html"] == html


def test_quirk_28_a_thousand_visitors_are_dealt_70_to_30(brand: TestBrand) -> None:
    slug = published(brand, html=DOCUMENT.replace("Hi", BLOCK))
    url = f"{brand.base_url}/p/{brand.id}/{slug}"
    met: Counter[str] = Counter()
    with httpx.Client(trust_env=False) as client:
        for _ in range(1000):
            client.cookies.clear()
            found = WRAPPED.search(client.get(url).text)
            assert found
            met[found[3]] += 1
    deviation = sqrt(1000 * 0.7 * 0.3)
    assert abs(met["Calm"] - 700) < 4 * deviation, met
    assert met["Calm"] + met["Bold"] == 1000


def test_the_same_visitor_meets_the_same_variants(brand: TestBrand) -> None:
    slug = published(brand, html=DOCUMENT.replace("Hi", BLOCK * 8))
    visitor = brand.visitor()
    first = visitor.get(f"/{slug}")
    assert all(visitor.get(f"/{slug}").text == first.text for _ in range(10))
    cookie = first.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "set-cookie" not in visitor.get(f"/{slug}").headers
    others = {brand.visitor().get(f"/{slug}").text for _ in range(10)}
    assert len(others) > 3


def test_tests_on_one_page_are_dealt_independently(brand: TestBrand) -> None:
    even = BLOCK.replace("70", "50").replace("30", "50")
    slug = published(brand, html=DOCUMENT.replace("Hi", even * 2))
    met = Counter(tuple(m[3] for m in WRAPPED.finditer(visit(brand, slug).text)) for _ in range(60))
    assert len(met) == 4, met


@pytest.mark.parametrize("cookie", ["", "x", "../../etc/passwd", "A" * 32, "0" * 4000])
def test_a_made_up_visitor_cookie_is_replaced(brand: TestBrand, cookie: str) -> None:
    slug = published(brand, html=DOCUMENT.replace("Hi", BLOCK))
    answer = visit(brand, slug, headers={"Cookie": f"fd_visitor={cookie}"})
    assert re.search(r"fd_visitor=[0-9a-f]{32};", answer.headers["set-cookie"])


def test_nested_tests_are_resolved_inside_the_chosen_variant(brand: TestBrand) -> None:
    inner = BLOCK.replace("headline", "inner")
    outer = (
        f"<inline-split-test name=outer><variant name=a weight=100>[{inner}]</variant>"
        "<variant name=b weight=0>never</variant></inline-split-test>"
    )
    text = visit(brand, published(brand, html=f"<body>{outer}</body>")).text
    assert re.search(
        r'<div data-sid="\d+" data-cid="\w+">\[<div [^>]+>(Calm|Bold)</div>\]</div>', text
    )
    assert "inline-split-test" not in text
    assert "never" not in text


def test_what_only_looks_like_a_block_stays(brand: TestBrand) -> None:
    html = (
        f"<body><!-- {BLOCK} --><script>'{BLOCK}'</script>"
        "<inline-split-test name=empty>kept</inline-split-test></body>"
    )
    assert untracked(visit(brand, published(brand, html=html)).text) == html


def test_a_saved_change_is_met_at_once(brand: TestBrand) -> None:
    page = brand.page(html=DOCUMENT)
    assert "Hi" in visit(brand, page["slug"]).text
    brand.api().put(
        f"/pages/{page['id']}", json={"title": "x", "html": DOCUMENT.replace("Hi", "Ho")}
    )
    assert "Ho" in visit(brand, page["slug"]).text
    brand.api().put(f"/pages/{page['id']}", json={"title": "x", "status": "offline"})
    assert visit(brand, page["slug"]).status_code == 404


def test_tracking_stands_at_the_end_of_the_body_unless_scripts_are_disabled(
    brand: TestBrand,
) -> None:
    page = brand.page(html=DOCUMENT)
    line = f'<script src="/p/{brand.id}/-/tracking.js" data-page="{page["id"]}" defer></script>\n'
    text = visit(brand, page["slug"]).text
    assert text == DOCUMENT.replace("</body>", f"{line}</body>")
    slug = published(brand, html=DOCUMENT, disable_default_scripts=True)
    assert visit(brand, slug).content == DOCUMENT.encode()


def test_search_fields_take_the_place_of_the_documents_own(brand: TestBrand) -> None:
    html = DOCUMENT.replace("</title>", "</title><META content=old name=Description>")
    slug = published(
        brand, html=html, seo_title="New </title><b>", seo_description='About "it" & more'
    )
    text = visit(brand, slug).text
    assert "<title>New &lt;/title&gt;&lt;b&gt;</title>" in text
    assert '<meta name="description" content="About &quot;it&quot; &amp; more">' in text
    assert text.lower().count("description") == 1
    assert "Old" not in text


def test_only_what_is_asked_for_is_added_and_in_its_place(brand: TestBrand) -> None:
    html = "<!doctype html><!-- </head> --><html><head></head><body title='</body>'>x</body></html>"
    slug = published(
        brand,
        html=html,
        css="p > a { color: red }",
        seo_title="T",
        seo_description="D",
        ga_measurement_id="G-1",
        meta_pixel_id='"><b>',
        custom_header_code="<meta name=mine>",
        custom_javascript="<script>mine()</script>",
    )
    text = untracked(visit(brand, slug).text)
    head = text[text.index("<head>") : text.rindex("</head>")]
    for piece in (
        "<title>T</title>",
        'content="D"',
        '<meta name="ga-measurement-id" content="G-1">',
        'content="&quot;&gt;&lt;b&gt;"',
        "<style>\np > a { color: red }\n</style>",
        "<meta name=mine>",
    ):
        assert piece in head
    assert text.endswith("x<script>mine()</script>\n</body></html>")
    assert text.startswith("<!doctype html><!-- </head> --><html><head>")


def test_a_document_without_head_or_body_tags_gets_additions_too(brand: TestBrand) -> None:
    slug = published(
        brand, html="<!doctype html><p>x", css="p{}", custom_javascript="<script></script>"
    )
    text = untracked(visit(brand, slug).text)
    assert text == "<!doctype html><style>\np{}\n</style>\n<p>x<script></script>\n"


def test_the_blurred_tab_shows_its_title(brand: TestBrand) -> None:
    slug = published(brand, html=DOCUMENT, seo_blur_title='Come "back" </script><b>')
    text = untracked(visit(brand, slug).text)
    assert 'addEventListener("blur"' in text
    assert '"Come \\"back\\" \\u003c/script>\\u003cb>"' in text
    assert text.count("</script>") == 1


def test_right_click_can_be_taken_away(brand: TestBrand) -> None:
    assert "contextmenu" in visit(brand, published(brand, disable_right_click=True)).text
    assert "contextmenu" not in visit(brand, published(brand, html=DOCUMENT)).text


def test_indexing_can_be_prevented(brand: TestBrand) -> None:
    answer = visit(brand, published(brand, html=DOCUMENT, prevent_indexing=True))
    assert answer.headers["x-robots-tag"] == "noindex, nofollow"
    assert '<meta name="robots" content="noindex, nofollow">\n</head>' in answer.text
    assert "x-robots-tag" not in visit(brand, published(brand, html=DOCUMENT)).headers


def test_a_redirect_is_followed_by_the_visitor_alone(brand: TestBrand) -> None:
    answer = visit(brand, published(brand, redirect_url="https://example.com/a?b=c"))
    assert answer.status_code == 302
    assert answer.headers["location"] == "https://example.com/a?b=c"


def test_members_pages_ask_to_sign_in(brand: TestBrand) -> None:
    answer = visit(brand, published(brand, html="<p>secret</p>", requires_login=True))
    assert answer.status_code == 403
    assert "for members" in answer.text
    assert "secret" not in answer.text


def test_pages_of_a_funnel_are_reached_from_the_brands_pages_only(brand: TestBrand) -> None:
    slug = published(brand, html=DOCUMENT, funnel_visible_only=True)
    here = f"{brand.base_url}/p/{brand.id}"
    elsewhere = [
        None,
        f"{brand.base_url}/p/{brand.id + 1}/x",
        f"https://example.com/p/{brand.id}/x",
        "http://[",
    ]
    for referrer in elsewhere:
        headers = {"Referer": referrer} if referrer else {}
        assert visit(brand, slug, headers=headers).status_code == 404
    assert visit(brand, slug, headers={"Referer": f"{here}/offer"}).status_code == 200


def test_the_index_page_is_met_without_a_slug(brand: TestBrand) -> None:
    assert visit(brand, "").status_code == 404
    brand.page(title="Home", html=DOCUMENT, is_index=True)
    assert untracked(visit(brand, "").text) == DOCUMENT
    assert untracked(brand.visitor().get("").text) == DOCUMENT


def test_head_answers_like_get_without_a_body(brand: TestBrand) -> None:
    slug = published(brand, html=DOCUMENT, disable_default_scripts=True)
    answer = brand.visitor().request("HEAD", f"/{slug}")
    assert (answer.status_code, answer.content) == (200, b"")
    assert int(answer.headers["content-length"]) == len(DOCUMENT.encode())


class TestPassword:
    """Pages behind a password."""

    @pytest.fixture
    def slug(self, brand: TestBrand) -> str:
        """A locked page."""
        return published(
            brand, title="Partners", html="<p>secret</p>", requires_password=True, password="sésame"
        )

    def test_strangers_meet_a_form(self, brand: TestBrand, slug: str) -> None:
        answer = visit(brand, slug)
        assert 'type="password"' in answer.text
        assert "secret" not in answer.text
        assert answer.headers["cache-control"] == "no-store"

    def test_the_right_password_opens_it_for_this_visitor(
        self, brand: TestBrand, slug: str
    ) -> None:
        visitor = brand.visitor()
        answer = visitor.post(f"/{slug}", data={"password": "sésame"})
        assert answer.status_code == 303
        assert "httponly" in answer.headers["set-cookie"].lower()
        assert (
            "secret" in visitor.get(answer.headers["location"].removeprefix(f"/p/{brand.id}")).text
        )
        assert "secret" not in visit(brand, slug).text

    def test_a_wrong_one_does_not(self, brand: TestBrand, slug: str) -> None:
        visitor = brand.visitor()
        for wrong in ("", "sesame", "x" * 1000):
            answer = visitor.post(f"/{slug}", data={"password": wrong})
            assert answer.status_code == 403
            assert "not right" in answer.text
        assert "secret" not in visitor.get(f"/{slug}").text

    def test_a_new_password_shuts_out_who_knew_the_old(self, brand: TestBrand, slug: str) -> None:
        visitor = brand.visitor()
        visitor.post(f"/{slug}", data={"password": "sésame"})
        page = brand.api().get("/pages/all").json()["data"][0]
        body = {"title": "Partners", "password": "other"}
        assert brand.api().put(f"/pages/{page['id']}", json=body).status_code == 200
        assert "secret" not in visitor.get(f"/{slug}").text

    def test_a_forged_cookie_opens_nothing(self, brand: TestBrand, slug: str) -> None:
        page = brand.api().get("/pages/all").json()["data"][0]
        for value in ("", "1", "0" * 64):
            cookies = {"Cookie": f"fd_page_{page['id']}={value}"}
            assert "secret" not in visit(brand, slug, headers=cookies).text

    def test_guessing_is_slowed_down(self, brand: TestBrand, slug: str) -> None:
        visitor = brand.visitor()
        statuses = [
            visitor.post(f"/{slug}", data={"password": str(n)}).status_code for n in range(12)
        ]
        assert statuses == [403] * 10 + [429] * 2
        answer = visitor.post(f"/{slug}", data={"password": "sésame"})
        assert answer.status_code == 429
        assert 0 < int(answer.headers["retry-after"]) <= 301

    def test_the_form_shows_the_title_as_text(self, brand: TestBrand) -> None:
        slug = published(brand, title="<b>&", requires_password=True, password="x")
        assert "<h1>&lt;b&gt;&amp;</h1>" in visit(brand, slug).text
        assert "default-src 'none'" in visit(brand, slug).headers["content-security-policy"]


def test_the_interface_knows_no_cookies_and_no_other_origins(
    brand: TestBrand, api: BrandApi
) -> None:
    headers = {"Origin": "https://example.com"}
    answer = api.get("/pages/all", headers=headers)
    assert not [name for name in answer.headers if name.startswith("access-control-")]
    preflight = api.request("OPTIONS", "/pages/all", headers=headers)
    assert preflight.status_code == 405
