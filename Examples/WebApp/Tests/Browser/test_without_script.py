"""A browser that runs no scripts: plain forms and links."""

import pytest
from selenium.webdriver.common.keys import Keys

from support import TASKS, WORDS


@pytest.fixture
def plain(server, open_page):
    server.visitor().import_words(WORDS).import_tasks(TASKS)
    page = open_page(server)
    page.cdp("Emulation.setScriptExecutionDisabled", value=True)
    page.open("/")
    assert not page.all("html.js")
    return page


def follow(page, text, within="nav"):
    page.press(text, within)


def texts(page, selector):
    return " ".join(element.text for element in page.all(selector))


def test_a_word_is_added(plain):
    follow(plain, "Add", "#search")
    plain.one("#new-word #field-text").send_keys("apple" + Keys.ENTER)
    plain.shows("saved “apple”", "#saved")
    follow(plain, "Words")
    plain.until(lambda: plain.front().refresh() or "яблоко" in texts(plain, "#words"), "the translation is there")


def test_suggestions_come_on_demand_and_one_is_chosen(plain):
    follow(plain, "Add", "#search")
    plain.one("#new-word #field-text").send_keys("brea")
    plain.press("Suggestions")
    plain.until(
        lambda: "bread – хлеб" in texts(plain, "#suggestions") or plain.front().refresh(), "there are suggestions")
    plain.press("bread – хлеб")
    # Without scripts, the driver does not wait for the next page.
    plain.until(lambda: plain.value("#field-text") == "bread", "the suggestion is the text")


def test_a_language_is_chosen(plain):
    follow(plain, "Add", "#search")
    plain.press("Language of the word: English")
    plain.one("#language-de").click()
    plain.press("Select")
    plain.shows("German", "#languages")


def test_words_are_found(plain):
    plain.one("#field-text").send_keys("jour" + Keys.ENTER)
    plain.is_at("/search?text=jour")
    plain.one("#field-text").clear()
    plain.one("#field-text").send_keys("journey")
    plain.press("Search")
    plain.is_at("/search?text=journey")
    plain.shows("journey", "#words")
    plain.one("#mode-translation").click()
    plain.press("Select")
    plain.shows("Nothing found", "main")


def test_a_word_is_starred_removed_and_brought_back(plain):
    plain.press("Add to favourites: bread")
    follow(plain, "Favourites", "#lists")
    plain.shows("bread", "#words")
    plain.press("Delete: bread")
    plain.shows("removed “bread”", "#undo")
    plain.press("Undo")
    plain.until(lambda: "bread" in texts(plain, "#words") or plain.front().refresh(), "the word is back")


def test_a_task_is_added_completed_and_edited(plain):
    follow(plain, "To-do list")
    plain.one("#field-text").send_keys("Buy milk" + Keys.ENTER)
    plain.shows("Buy milk", "#tasks")
    plain.press("Done: Call the library")
    plain.shows_no_longer("Call the library", "#tasks")
    follow(plain, "Buy milk", "#tasks")
    plain.one("#field-notes").send_keys("Two bottles.")
    plain.press("Save")
    plain.is_at("/todo")
    plain.shows("✎", "#tasks")


@pytest.mark.refused
def test_a_bad_deadline_says_so_and_loses_nothing(plain):
    follow(plain, "To-do list")
    follow(plain, "Call the library", "#tasks")
    plain.one("#field-notes").send_keys("Ask for the atlas.")
    plain.one("#field-deadline").send_keys("soon")
    plain.press("Save")
    plain.shows("“soon” is no date", "#notice")
    assert plain.one("#field-notes").get_property("value") == "Ask for the atlas."
    assert plain.one("#field-deadline").get_property("value") == "soon"


def test_a_file_is_imported(plain, tmp_path):
    file = tmp_path / "words.csv"
    file.write_text("text,translation\nwater,вода\n", encoding="utf-8")
    follow(plain, "Import", "main")
    plain.one("#import-words input[type=file]").send_keys(str(file))
    plain.one("#import-words button").click()
    plain.shows("added 1", "#imported")


def test_a_long_list_shows_more(server, plain):
    lines = "".join(f"word{number:03},слово {number},true\n" for number in range(60))
    server.visitor().import_words("text,translation,isFavorite\n" + lines)
    for path, count in (("/", 65), ("/favorites", 62), ("/search?text=word", 60)):
        plain.open(path)
        assert len(plain.all("#words > li")) == 50
        plain.press("Show more")
        plain.until(lambda: len(plain.all("#words > li")) == count, f"there are {count} rows")
        plain.until(lambda: plain.script("return scrollY") > 1000, "the new rows are in view")
        plain.press("word000", "#words")
        plain.shows("слово 0", "#senses")
        plain.front().back()
        plain.until(lambda: len(plain.all("#words > li")) == count, f"there are {count} rows again")
        plain.until(lambda: plain.script("return scrollY") > 1000, "the place is the one before")


def test_every_screen_says_what_it_is(plain):
    number = plain.text("#to-review .number")
    for place, title in ((f"Review (due: 0, new: {number})", "Review"), ("To-do list", "To-do"), ("Settings", "Settings"), ("Words", "All words")):
        follow(plain, place)
        plain.until(lambda: texts(plain, "h1") == title, f"the title is {title}")
    for title in ("Feature tree", "Import", "Export"):
        follow(plain, "Settings")
        follow(plain, title, "main")
        plain.until(lambda: texts(plain, "h1") == title, f"the title is {title}")


def test_what_was_typed_is_added_by_the_button_beside_it(plain):
    plain.one("#field-text").send_keys("apple")
    follow(plain, "Add", "#search")
    plain.is_at("/new")
    assert plain.value("#field-text") == "apple"
    plain.press("Save")
    plain.shows("saved “apple”", "#saved")



def test_several_words_are_removed_at_once(plain):
    plain.one("#choosing").click()
    for text in ("bread", "Haus"):
        plain.one(f"[aria-label='Choose: {text}']").click()
    plain.press("Delete", "#chosen")
    plain.shows("2 words removed", "#undo")
    assert "bread" not in texts(plain, "#words")
