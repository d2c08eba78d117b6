"""English and Russian."""

import re

import pytest
from selenium.webdriver.common.keys import Keys

from support import screens
from test_tasks import PARTY

# What the pages show beside their own words: the data of the tests, codes of languages and names of formats.
DATA = """serendipity счастливая A happy find bread journey Haus mela jour breadd broad beard qwrtzpf Brot
superapp sync Water the plants Call library Read a chapter of Italian novel Buy notebook soon
Party Cake Anna phone home
hello friend morning coffee music
en ru de it csv tsv jsonl ics txt utf windows"""

# Each piece of text that a reader sees or hears.
TEXTS = """
const texts = [document.title];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  // The text form of the tree has the names of types. Suggestions are words, not the page's own.
  if (!walker.currentNode.parentElement.closest('script, style, pre, #suggestions [lang]')) texts.push(walker.currentNode.data);
}
for (const element of document.querySelectorAll('body *'))
  for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
    if (element.hasAttribute(name)) texts.push(element.getAttribute(name));
return texts.map((text) => text.trim()).filter(Boolean);
"""


def russian(page):
    """Makes the browser of a tab a Russian one."""
    page.cdp("Network.enable")
    # What the worker asks for has the headers of the browser, not those of the tab.
    page.cdp("Network.setBypassServiceWorker", bypass=True)
    page.cdp("Network.setExtraHTTPHeaders", headers={"Accept-Language": "ru-RU,ru;q=0.9,en;q=0.8"})
    return page


def english_words(page):
    known = set(re.findall(r"\w+", DATA))
    return {word for text in page.script(TEXTS) for word in re.findall(r"[A-Za-z]{2,}", text)} - known


def test_the_pages_are_in_the_language_of_the_browser(server, open_page, open_other_page):
    page = open_page(server).open("/")
    assert page.script("return document.documentElement.lang") == "en"
    assert page.text("h1") == "All words"
    assert page.front().title == "All words – Dictionary"
    page = russian(open_other_page(server)).open("/")
    assert page.script("return document.documentElement.lang") == "ru"
    assert page.text("h1") == "Все слова"
    assert page.front().title == "Все слова – Словарь"


def test_a_language_that_the_pages_do_not_have_is_english(page):
    page.cdp("Network.setExtraHTTPHeaders", headers={"Accept-Language": "fr-FR,fr"})
    page.open("/")
    assert page.script("return document.documentElement.lang") == "en"


@pytest.mark.parametrize("language, title", [("ru", "Все слова"), ("en", "All words")])
def test_the_option_decides_whatever_the_browser_says(start_server, open_page, language, title):
    page = open_page(start_server("--locale", language))
    if language == "en":
        russian(page)
    page.open("/")
    assert page.script("return document.documentElement.lang") == language
    assert page.text("h1") == title


def test_no_english_is_left_on_a_russian_page(start_server, open_page):
    server = start_server("--locale", "ru")
    addresses = screens(server)
    server.visitor().add_word("qwrtzpf")
    page = open_page(server)
    found = {}
    for name, path in addresses.items():
        page.open(path)
        found[name] = english_words(page)
    assert not {name: words for name, words in found.items() if words}


def test_empty_pages_are_russian(start_server, open_page):
    page = open_page(start_server("--locale", "ru"))
    for path in ("/", "/favorites", "/search", "/search?text=bread", "/todo", "/todo/conflicts", "/new"):
        page.open(path)
        assert not english_words(page), path


@pytest.mark.refused
def test_what_actions_say_is_russian(start_server, open_page, tmp_path):
    server = start_server("--locale", "ru")
    page = open_page(server).open("/new")
    page.type("#field-text", " " + Keys.ENTER)
    page.one("#notice")
    assert not english_words(page)
    page.replace("#field-text", "breadd" + Keys.ENTER)
    page.one("#other-meanings")
    assert not english_words(page)
    page.type("#field-text", "brea")
    page.one("#suggestions")
    assert not english_words(page)
    page.open("/").press("Удалить: breadd")
    page.one("#undo")
    assert not english_words(page)
    page.open("/todo/new").type("#field-text", "Buy soon")
    page.type("#field-deadline", "soon" + Keys.ENTER)
    page.one("#notice")
    # The form of a date is written in Latin letters.
    assert english_words(page) <= {"YYYY", "MM", "DD", "HH"}
    server.visitor("ru").import_tasks(PARTY, "tasks.ics")
    page.open("/todo").press("Сделано: Party")
    page.one("#question")
    assert not english_words(page)
    page.press("Отметить все", "#question")
    page.shows("сделаны 2 задачи", "#undo")
    page.press("Отменить")
    page.is_idle()
    page.one("#field-tag").send_keys("phone")
    page.shows_no_longer("Party", "#tasks")
    page.press("Сделано: Call Anna")
    page.shows("Нет задач с меткой «phone»")
    assert not english_words(page)
    page.one("#field-tag").send_keys(Keys.HOME)
    page.press("Party", "#tasks")
    page.shows("напоминание", "#details")
    assert not english_words(page)
    file = tmp_path / "words.csv"
    file.write_text("text,translation,sourceLang,targetLang\nbread,хлеб,en,ru\n,Brot,en,de\n", encoding="utf-8")
    page.open("/import").one("#import-words input[type=file]").send_keys(str(file))
    page.press("Импорт", "#import-words")
    page.one("#imported")
    assert not english_words(page)
    page.press("Отменить последний импорт слов")
    page.one("#notice")
    assert not english_words(page)
    for path in ("/word/nothing", "/no-such-page"):
        page.open(path)
        assert not english_words(page), path


@pytest.mark.refused
def test_a_lost_connection_is_said_in_russian(start_server, open_page):
    server = start_server("--locale", "ru")
    page = open_page(server).open("/")
    page.is_connected()
    server.stop()
    page.shows("Связь потеряна.", "#connection")


def test_words_say_their_language_to_a_screen_reader(server, open_page):
    addresses = screens(server)
    page = open_page(server).open("/")
    assert page.one("#words a[lang=de]").text == "Haus"
    assert page.one("#words [lang=ru]").text
    page.open(addresses["entry"])
    assert page.one("main [lang=ru]").text == "счастливая случайность"
