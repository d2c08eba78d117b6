"""What a screen reader needs."""

from importlib.resources import files

import pytest
from selenium.webdriver.common.keys import Keys

from support import screens
from test_layout import phone, scheme

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")

RUN_AXE = """
const done = arguments[arguments.length - 1];
axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then(
  ({ violations }) => done(violations.map(({ id, impact, help, nodes }) =>
    `${impact} ${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)),
  (error) => done([String(error)]));
"""

STRUCTURE = """
const count = (selector) => document.querySelectorAll(selector).length;
const nameless = [...document.querySelectorAll('input:not([type=hidden]), select, textarea, button, a, summary')]
  .filter((e) => !(e.getAttribute('aria-label') || e.labels?.[0]?.innerText.trim() || e.textContent.trim()
    || e.closest('label')?.textContent.trim())).map((e) => e.outerHTML);
const ids = [...document.querySelectorAll('[id]')].map((e) => e.getAttribute('id'));
return {
  language: document.documentElement.lang, title: document.title !== '', h1: count('h1'), main: count('main'),
  navigation: count('nav[aria-label]'), current: count('nav [aria-current=page]'), status: count('[role=status][aria-live]'),
  alert: count('[role=alert]'), nameless, repeated: ids.filter((id, index) => ids.indexOf(id) !== index),
};
"""


def violations(page):
    page.script(AXE)
    return page.front().execute_async_script(RUN_AXE)


def test_every_page_has_the_structure_that_one_navigates_by(server, open_page):
    page = open_page(server)
    for name, path in screens(server).items():
        found = page.open(path).script(STRUCTURE)
        assert found == {
            "language": "en", "title": True, "h1": 1, "main": 1, "navigation": 1, "current": 1, "status": 1,
            "alert": 1, "nameless": [], "repeated": [],
        }, name


@pytest.mark.parametrize("language, colours, size", [("en", "light", "desk"), ("ru", "dark", "phone"), ("en", "dark", "desk")])
def test_no_page_breaks_a_rule_of_axe(start_server, open_page, language, colours, size):
    server = start_server("--locale", language)
    addresses = screens(server)
    page = scheme(open_page(server), colours)
    if size == "phone":
        phone(page)
    found = {}
    for name, path in addresses.items():
        page.open(path)
        page.script("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
        found[name] = violations(page)
    assert not {name: rules for name, rules in found.items() if rules}


@pytest.mark.refused
def test_no_state_of_a_page_breaks_a_rule_of_axe(server, open_page):
    addresses = screens(server)
    page = open_page(server).open("/")
    page.press("Delete: bread")
    page.one("#undo")
    assert not violations(page)
    page.open("/?source=de&target=ru&order=alphabet").click("#filters summary")
    page.click("#choosing")
    page.click("[aria-label='Choose: Haus']")
    page.one("#chosen")
    assert not violations(page)
    page.open("/new").type("#field-text", "brea")
    page.one("#suggestions")
    assert not violations(page)
    page.press("Language of the word: English")
    page.one("#candidates")
    assert not violations(page)
    page.press("Cancel")
    page.replace("#field-text", "breadd" + Keys.ENTER)
    page.one("#other-meanings")
    assert not violations(page)
    page.open(addresses["task"]).replace("#field-deadline", "soon" + Keys.ENTER)
    page.one("#notice")
    assert not violations(page)
    page.open("/search?text=jurney").one("#nearest")
    assert not violations(page)


@pytest.mark.refused
def test_what_actions_say_is_read_aloud(page):
    def status():
        return page.script("return document.getElementById('status').textContent")

    page.open("/new")
    page.type("#field-text", " " + Keys.ENTER)
    page.until(lambda: "there is no text" in status(), "a failure is read")
    page.replace("#field-text", "bread" + Keys.ENTER)
    page.until(lambda: "saved “bread”" in status(), "a success is read")
    page.until(lambda: "хлеб" in status(), "the translation is read when it arrives")
    page.open("/").press("Delete: bread")
    page.until(lambda: "removed “bread”" in status(), "a removal is read")


def test_nothing_is_read_aloud_when_a_page_opens(server, open_page):
    page = open_page(server)
    for path in screens(server).values():
        # What the server was still looking for at the first time is news.
        for _ in range(2):
            page.open(path).is_connected()
            page.is_idle()
        assert page.script("return document.getElementById('status').textContent") == ""


def test_the_buttons_of_a_row_say_what_they_are_for(server, open_page):
    page = open_page(server)
    screens(server)
    page.open("/")
    names = page.script("return [...document.querySelectorAll('#words button')].map((e) => e.getAttribute('aria-label'))")
    assert "Delete: serendipity" in names
    assert len(set(names)) == len(names)
    page.open("/todo")
    assert page.one("#tasks button[aria-pressed=false]").get_attribute("aria-label") == "Done: Water the plants"


def test_a_page_that_sends_a_form_is_busy_until_the_answer(page):
    page.open("/todo")
    page.script("""
        window.busy = [];
        new MutationObserver(() => window.busy.push(document.getElementById('main').getAttribute('aria-busy')))
          .observe(document.getElementById('main'), { attributes: true, attributeFilter: ['aria-busy'] });""")
    page.type("#field-text", "Buy milk" + Keys.ENTER)
    page.shows("Buy milk", "#tasks")
    page.until(lambda: page.script("return window.busy") == ["true", None], "the page was busy, and is not any more")
