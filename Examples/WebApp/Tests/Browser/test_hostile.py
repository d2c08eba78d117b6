"""Scripts in every text. None runs, and all are shown as text."""

import json

import pytest
from selenium.webdriver.common.keys import Keys

from support import screens

ATTACKS = [
    "<script>attacked()</script>",
    "\"><img src=x onerror=attacked()>",
    "'><svg onload=attacked()>",
    "javascript:attacked()",
    "</textarea></title><script>attacked()</script>",
    "<iframe srcdoc='<script>parent.attacked()</script>'>",
    "{{constructor.constructor('attacked()')()}} ${attacked()} &lt;b&gt;",
]
ALL = " ".join(ATTACKS)

WATCH = """
window.attacks = [];
window.attacked = () => window.attacks.push('ran');
for (const name of ['alert', 'confirm', 'prompt', 'open']) window[name] = (...all) => window.attacks.push([name, ...all]);
document.addEventListener('securitypolicyviolation', (e) => window.attacks.push(['policy', e.violatedDirective, e.sample]));
"""

# Markup that a text could have made.
MADE = """
return [...document.querySelectorAll('iframe, object, embed, base, img:not(#picture, .chart), svg:not(.sign), main script, [onerror], [onload]')]
  .map((e) => e.outerHTML)
  .concat([...document.querySelectorAll('[href^="javascript:" i], [action^="javascript:" i], [formaction^="javascript:" i]')]
    .map((e) => e.outerHTML));
"""


@pytest.fixture
def watched(page):
    page.before_load(WATCH)
    return page


def check(page):
    page.is_idle()
    assert page.script("return window.attacks") == []
    assert page.script(MADE) == []


def check_everywhere(page, *paths):
    for path in (
        "/", "/favorites", "/search", "/new", "/todo", "/todo/new", "/review", "/review/statistics", "/import", "/tree",
        "/settings", *paths,
    ):
        page.open(path)
        check(page)


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_word_is_text(watched, attack):
    watched.open("/new").type("#field-text", attack)
    check(watched)
    watched.keys(Keys.ENTER)
    watched.shows(attack, "#saved-word")
    check(watched)
    watched.open("/").shows(attack, "#words")
    check(watched)
    watched.press(attack, "#words")
    watched.shows(attack, "h1")
    check(watched)


def test_a_note_and_translations_are_text(watched):
    watched.open("/new").type("#field-text", "bread" + Keys.ENTER)
    watched.press("bread", "#saved-word")
    watched.press("Edit the word")
    watched.type("#field-translation", ALL)
    watched.press("Save", "#edit-word")
    watched.shows(ALL, "#senses")
    watched.type("#field-note", ALL)
    watched.press("Save", "#edit-word")
    watched.shows(ALL, "#note")
    check(watched)
    check_everywhere(watched, watched.path)


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_search_is_text(watched, attack):
    watched.open("/search")
    watched.type("#field-text", attack)
    watched.shows(attack, "h1")
    check(watched)
    watched.front().refresh()
    watched.shows(attack, "h1")
    assert watched.value("#field-text") == attack
    check(watched)


@pytest.mark.refused
def test_a_task_is_text(watched):
    watched.open("/todo").type("#field-text", ALL + Keys.ENTER)
    watched.shows(ALL, "#tasks")
    check(watched)
    watched.press(ALL, "#tasks")
    watched.type("#field-notes", ALL + "\n</textarea>")
    watched.type("#field-deadline", ALL + Keys.ENTER)
    watched.shows("is no date", "#notice")
    check(watched)
    watched.replace("#field-deadline", "")
    watched.press("Save")
    watched.is_at("/todo")
    watched.press(ALL, "#tasks")
    assert watched.value("#field-notes") == ALL + "\n</textarea>"
    check(watched)
    watched.press("Delete")
    watched.shows(f"removed “{ALL}”", "#undo")
    check(watched)


@pytest.mark.refused
def test_imported_files_and_their_names_are_text(watched, tmp_path):
    words = tmp_path / "<img src=x onerror=attacked()>.jsonl"
    lines = [{"text": attack, "translation": ALL, "note": ALL} for attack in ATTACKS] + [{"translation": ALL}]
    words.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    watched.open("/import").one("#import-words input[type=file]").send_keys(str(words))
    watched.press("Import", "#import-words")
    watched.shows(f"added {len(ATTACKS)}", "#imported")
    check(watched)
    tasks = tmp_path / "\"><script>attacked()<.txt"
    tasks.write_text("\n".join(ATTACKS), encoding="utf-8")
    watched.one("#import-tasks input[type=file]").send_keys(str(tasks))
    watched.press("Import", "#import-tasks")
    watched.shows("added", "#imported")
    check(watched)
    broken = tmp_path / "<svg onload=attacked()>.csv"
    broken.write_bytes(b"text,translation\n\xff\xfe<script>attacked()</script>,\"" + ALL.encode())
    watched.one("#import-words input[type=file]").send_keys(str(broken))
    watched.press("Import", "#import-words")
    watched.is_idle()
    check_everywhere(watched)


@pytest.mark.refused
def test_addresses_are_text(watched):
    for path in (
        "/word/%3Cscript%3Eattacked()%3C%2Fscript%3E", "/todo/%22%3E%3Cimg%20src%3Dx%20onerror%3Dattacked()%3E",
        "/search?text=%22%3E%3Cscript%3Eattacked()%3C/script%3E", "/%3Cscript%3Eattacked()%3C%2Fscript%3E",
        "/?from=javascript:attacked()", "/search?text=%00%0D%0ASet-Cookie:%20a=b",
    ):
        watched.open(path)
        check(watched)


@pytest.mark.refused
def test_an_address_of_another_site_in_a_form_leads_nowhere(watched):
    watched.open("/todo")
    watched.is_connected()
    # At once: the page brings its form up to date while one types.
    watched.script("""
        const form = document.querySelector('#add-task');
        form.querySelector('[name=from]').value = '//example.org/';
        form.querySelector('#field-text').value = 'Buy milk';
        form.requestSubmit();""")
    watched.shows("There is nothing here", "h1")
    assert watched.front().current_url.startswith(watched.address)


def test_the_policy_stops_scripts_that_got_into_a_page(page):
    page.open("/")
    ran = page.script("""
        window.ran = false;
        const script = document.createElement('script');
        script.textContent = 'window.ran = true';
        document.body.append(script);
        document.body.insertAdjacentHTML('beforeend', '<b onclick="window.ran = true">x</b>');
        document.body.lastElementChild.click();
        return window.ran;""")
    assert ran is False
    # The browser reports both.
    assert [e for e in page.front().get_log("browser") if "Content Security Policy" in e["message"]]


def test_no_page_breaks_the_policy_or_reports_an_error(server, open_page):
    page = open_page(server)
    page.before_load(WATCH)
    for path in screens(server).values():
        page.open(path)
        check(page)


def test_the_cookie_is_out_of_the_reach_of_scripts(page):
    page.open("/")
    assert "superapp-session" not in page.script("return document.cookie")
    cookie = next(cookie for cookie in page.front().get_cookies() if "superapp-session" in cookie["name"])
    assert cookie["httpOnly"] and cookie["sameSite"] == "Strict"
