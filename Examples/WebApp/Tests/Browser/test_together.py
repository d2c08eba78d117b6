"""Several tabs, several browsers, one store."""

import re

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from support import TASKS, WORDS


@pytest.fixture
def task(server):
    """The address of a task."""
    return server.visitor().import_tasks(TASKS).rows("/todo")["Call the library"]


def test_a_task_edited_in_two_tabs_keeps_the_edits_of_both(page, task):
    page.open(task)
    other = page.tab().open(task)
    page.replace("#field-text", "Call the town library")
    other.type("#field-deadline", "2031-02-03")
    other.type("#field-notes", "Ask for the atlas.")
    other.press("Save")
    other.is_at("/todo")
    # What the other tab has saved appears. What was typed here stays.
    page.until(lambda: page.value("#field-notes") == "Ask for the atlas.", "the notes of the other tab appear")
    assert page.value("#field-text") == "Call the town library"
    Select(page.one("#field-priority")).select_by_visible_text("High")
    page.press("Save")
    page.is_at("/todo")
    page.open(task)
    assert page.value("#field-text") == "Call the town library"
    assert page.value("#field-notes") == "Ask for the atlas."
    assert page.value("#field-priority") == "high"
    assert "2031" in page.value("#field-deadline")


def test_a_task_edited_in_two_browsers_keeps_the_edits_of_both(server, page, open_other_page, task):
    page.open(task).is_connected()
    other = open_other_page(server).open(task)
    page.type("#field-notes", "Typed, and not saved.")
    other.replace("#field-text", "Call the town library")
    other.press("Save")
    other.is_at("/todo")
    page.until(lambda: page.value("#field-text") == "Call the town library", "the text of the other browser appears")
    assert page.value("#field-notes") == "Typed, and not saved."
    page.press("Save")
    page.is_at("/todo")
    other.press("Call the town library", "#tasks")
    other.until(lambda: other.value("#field-notes") == "Typed, and not saved.", "both edits are there")


@pytest.mark.refused
def test_the_same_field_edited_in_two_tabs_is_not_replaced_unseen(page, task):
    page.open(task).is_connected()
    other = page.tab().open(task)
    page.type("#field-notes", "mine")
    other.type("#field-notes", "theirs")
    other.press("Save")
    other.is_at("/todo")
    page.front()
    page.press("Save")
    page.shows("Changed elsewhere meanwhile: “theirs”", "#notice")
    assert page.value("#field-notes") == "mine"
    page.press("Save")
    page.is_at("/todo")
    page.open(task)
    assert page.value("#field-notes") == "mine"


@pytest.mark.refused
def test_after_a_refusal_a_change_elsewhere_is_not_replaced_unseen(page, server, task):
    page.open(task).is_connected()
    page.type("#field-notes", "mine")
    page.type("#field-deadline", "someday")
    page.press("Save")
    page.shows("is no date", "#notice")
    fields = {"text": "Call the library", "was-text": "Call the library", "notes": "theirs", "was-notes": ""}
    server.visitor().post("save-task", task, fields)
    page.is_idle()
    page.replace("#field-deadline", "2031-01-01")
    page.press("Save")
    page.shows("Changed elsewhere meanwhile: “theirs”", "#notice")


def test_text_that_is_being_typed_stays_when_the_list_changes(server, page):
    page.open("/todo").is_connected()
    page.type("#field-text", "half a sent")
    server.visitor().add_task("Something else")
    page.shows("Something else", "#tasks")
    page.keys("ence" + Keys.ENTER)
    page.shows("half a sentence", "#tasks")


def test_the_selection_and_the_place_in_a_field_stay_when_the_page_changes(server, page):
    page.open("/todo").is_connected()
    page.type("#field-text", "one three" + Keys.ARROW_LEFT * 5)
    server.visitor().add_task("Something else")
    page.shows("Something else", "#tasks")
    page.keys("two ")
    assert page.value("#field-text") == "one two three"


def test_a_change_in_one_tab_appears_in_another_without_a_reload(server, open_page):
    server.visitor().import_words(WORDS)
    page = open_page(server).open("/")
    page.mark()
    other = page.tab().open("/favorites")
    other.mark()
    page.press("Add to favourites: bread")
    other.shows("bread", "#words")
    other.press("Delete: bread")
    page.shows_no_longer("bread", "#words")
    assert page.is_marked and other.is_marked


def test_a_change_of_another_session_appears_without_a_reload(server, open_page, open_other_page):
    server.visitor().import_words(WORDS).import_tasks(TASKS)
    pages = {path: open_page(server).open(path) for path in ("/", "/favorites", "/search?text=br", "/todo")}
    for page in pages.values():
        page.is_connected()
        page.mark()
    other = open_other_page(server).open("/")
    other.press("Add to favourites: bread")
    pages["/favorites"].shows("bread", "#words")
    pages["/"].button("Remove from favourites: bread")
    pages["/search?text=br"].button("Remove from favourites: bread")
    other.open("/new").type("#field-text", "brother" + Keys.ENTER)
    for path in ("/", "/search?text=br"):
        pages[path].shows("брат", "#words")
    other.open("/todo").press("Done: Call the library")
    pages["/todo"].shows_no_longer("Call the library", "#tasks")
    assert all(page.is_marked for page in pages.values())


def test_a_word_removed_elsewhere_leaves_its_open_entry_with_a_message(server, open_page):
    visitor = server.visitor().import_words(WORDS)
    entry = visitor.rows("/")["bread"]
    page = open_page(server).open(entry)
    page.is_connected()
    visitor.post("remove", "/", {"id": entry.removeprefix("/word/")})
    page.shows("removed “bread”")


def test_two_servers_on_one_store_show_each_others_changes(start_server, open_page, tmp_path):
    """As the command line does that uses the same file."""
    first = start_server(store=tmp_path / "superapp.sqlite")
    second = start_server(store=tmp_path / "superapp.sqlite")
    page = open_page(first).open("/")
    page.is_connected()
    second.visitor().add_word("bread")
    page.shows("хлеб", "#words")
    page.open("/todo").is_connected()
    second.visitor().add_task("Buy milk")
    page.shows("Buy milk", "#tasks")


def test_two_tabs_with_two_searches_do_not_disturb_each_other(server, open_page):
    server.visitor().import_words(WORDS)
    page = open_page(server).open("/search?text=bread")
    page.shows("bread", "#words")
    other = page.tab().open("/search?text=journey")
    other.shows("journey", "#words")
    server.visitor().add_word("journeyman")
    other.shows("journeyman", "#words")
    assert page.value("#field-text") == "bread"
    page.shows("bread", "#words")
    page.is_at("/search?text=bread")


def test_many_tabs_of_one_browser_all_load_and_act(server, open_page):
    """A browser opens six connections to a server, and each tab listens to events."""
    pages = [open_page(server).open("/todo") for _ in range(8)]
    pages[-1].type("#field-text", "Buy milk" + Keys.ENTER)
    for page in pages:
        page.shows("Buy milk", "#tasks")


def test_a_note_that_is_typed_stays_when_the_word_is_removed_and_restored_elsewhere(server, open_page):
    visitor = server.visitor().import_words(WORDS)
    page = open_page(server).open(visitor.rows("/")["bread"])
    page.is_connected()
    page.press("Edit the word")
    page.type("#field-note", "Not saved yet.")
    identifier = visitor.rows("/")["bread"].split("/")[2]
    visitor.post("remove", "/", {"id": identifier})
    page.shows("removed “bread”", "#undo")
    assert page.value("#field-note") == "Not saved yet."
    visitor.post("undo-removal", "/")
    page.until(lambda: not page.has("#undo"), "the word is back")
    page.press("Save", "#edit-word")
    page.shows("Not saved yet.", "#note")


def test_a_choice_that_is_not_saved_stays_when_another_tab_saves_another(page, task):
    page.open(task).is_connected()
    Select(page.one("#field-priority")).select_by_visible_text("High")
    other = page.tab().open(task)
    Select(other.one("#field-priority")).select_by_visible_text("Low")
    other.type("#field-notes", "Ask for the atlas.")
    other.press("Save")
    other.is_at("/todo")
    page.until(lambda: page.value("#field-notes") == "Ask for the atlas.", "the notes of the other tab appear")
    assert page.value("#field-priority") == "high"


def test_a_search_that_another_tab_replaced_is_up_to_date_when_one_looks_at_it(server, open_page):
    server.visitor().import_words(WORDS)
    page = open_page(server).open("/search?text=jour")
    page.shows("journey", "#words")
    other = page.tab().open("/search?text=bread")
    other.shows("bread", "#words")
    server.visitor().add_word("journeyman")
    server.visitor().add_word("breadboard")
    other.shows("breadboard", "#words")
    page.cdp("Page.bringToFront")
    # Without a window, no tab gets the focus.
    page.script("dispatchEvent(new Event('focus'))")
    page.shows("journeyman", "#words")
    assert page.value("#field-text") == "jour"


def test_languages_chosen_elsewhere_reach_an_open_page(start_server, open_page, open_other_page, tmp_path):
    servers = [start_server(store=tmp_path / "superapp.sqlite") for _ in range(2)]
    page = open_page(servers[0]).open("/new")
    page.is_connected()
    page.type("#field-text", "хлеб")
    for server, language in ((servers[0], "Russian"), (servers[1], "English"), (servers[1], "Russian")):
        open_other_page(server).open("/new").press("Swap languages")
        page.button(f"Language of the word: {language}")
    page.keys(Keys.ENTER)
    page.shows("ru→en", "#saved-word")


def test_a_word_is_saved_in_the_direction_that_the_page_has_shown(server):
    visitor, other = server.visitor(), server.visitor()
    shown = re.search(r'name="direction" value="([^"]+)"', visitor.get("/new"))[1]
    for someone in (other, visitor):
        someone.post("swap-languages", "/new")
        page = visitor.post("add-word", "/new", {"text": f"bread {len(someone.token)}", "direction": shown})
        assert shown.replace(" ", "→") in page.split('id="saved-word"')[1]
    assert 'value="ru en"' in visitor.get("/new")


def test_the_reminder_and_how_one_learns_reach_open_pages(server, open_page):
    page = open_page(server).open("/settings")
    page.is_connected()
    server.visitor().post("set-reminder", "/settings", {"enabled": "on", "was-enabled": "on", "skips": "on"})
    page.until(lambda: page.one("#field-skips").is_selected(), "the box is ticked")
    page.open("/review/statistics").is_connected()
    for number in ("7", "8"):
        server.visitor().post("review-settings", "/review/statistics", {"new": number})
        page.until(lambda: page.value("#field-new") == number, "the number is there")
    page.replace("#field-retention", "0.8")
    server.visitor().post("review-settings", "/review/statistics", {"new": "9"})
    page.press("Save")
    page.shows("saved", "#notice")
    assert (page.value("#field-new"), page.value("#field-retention")) == ("9", "0.8")
