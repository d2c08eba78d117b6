"""The to-do list and the editor of a task."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from support import TASKS


@pytest.fixture
def tasks(server, open_page):
    server.visitor().import_tasks(TASKS)
    return open_page(server).open("/todo")


def test_typed_text_becomes_a_task_and_the_field_is_ready_for_the_next(page):
    page.open("/todo").mark()
    page.shows("Nothing to do")
    page.type("#field-text", "Buy milk" + Keys.ENTER)
    page.shows("Buy milk", "#tasks")
    page.until(lambda: page.value("#field-text") == "", "the field is empty")
    assert page.focus == "New task"
    page.keys("Buy bread" + Keys.ENTER)
    page.shows("Buy bread", "#tasks")
    assert page.rows("#tasks > li .what") == ["Buy milk", "Buy bread"]
    page.shows("0 of 2 done", "#counter")
    assert page.is_marked


def test_an_empty_text_adds_nothing(page):
    page.open("/todo")
    page.type("#field-text", "   " + Keys.ENTER)
    page.is_idle()
    assert page.rows("#tasks > li") == []


def test_a_done_task_is_counted_shown_on_demand_and_can_be_reopened(tasks):
    tasks.shows("1 of 4 done", "#counter")
    tasks.press("Done: Call the library")
    tasks.shows_no_longer("Call the library", "#tasks")
    tasks.shows("2 of 4 done", "#counter")
    tasks.press("Show done")
    tasks.shows("Call the library", "#tasks .done")
    tasks.press("Done: Call the library")
    tasks.until(lambda: len(tasks.all("#tasks .done")) == 1, "the task is open again")
    tasks.press("Hide done")
    tasks.shows_no_longer("Buy a notebook", "#tasks")
    tasks.shows("Call the library", "#tasks")


def test_the_editor_changes_text_priority_deadline_and_notes(tasks):
    tasks.press("Call the library", "#tasks")
    tasks.replace("#field-text", "Call the town library")
    Select(tasks.one("#field-priority")).select_by_visible_text("High")
    tasks.type("#field-deadline", "2031-02-03 14:30")
    tasks.type("#field-notes", "Ask for the atlas.\nAnd for the map.")
    tasks.press("Save")
    tasks.is_at("/todo")
    row = next(row for row in tasks.rows("#tasks > li") if "town library" in row)
    assert "High" in row and "Feb 3, 2031 at 2:30" in row and "✎" in row
    tasks.press("Call the town library", "#tasks")
    assert tasks.value("#field-notes") == "Ask for the atlas.\nAnd for the map."
    assert tasks.value("#field-priority") == "high"
    assert tasks.value("#field-deadline").startswith("2031-02-03")


@pytest.mark.refused
def test_a_deadline_that_is_no_date_says_so_and_loses_nothing(tasks):
    tasks.press("Call the library", "#tasks")
    tasks.replace("#field-text", "Call the town library")
    tasks.type("#field-deadline", "tomorrowish")
    tasks.type("#field-notes", "Ask for the atlas.")
    tasks.press("Save")
    tasks.shows("“tomorrowish” is no date", "#notice")
    assert tasks.value("#field-text") == "Call the town library"
    assert tasks.value("#field-deadline") == "tomorrowish"
    assert tasks.value("#field-notes") == "Ask for the atlas."
    tasks.replace("#field-deadline", "2031-02-03")
    tasks.press("Save")
    tasks.is_at("/todo")
    tasks.press("Call the town library", "#tasks")
    assert tasks.value("#field-notes") == "Ask for the atlas."


@pytest.mark.refused
def test_a_task_without_a_text_is_refused_and_loses_nothing(tasks):
    tasks.open("/todo/new")
    tasks.type("#field-notes", "Only notes.")
    tasks.press("Save")
    tasks.shows("there is no text", "#notice")
    assert tasks.value("#field-notes") == "Only notes."


def test_a_new_task_is_made_in_the_editor(tasks):
    tasks.press("New task", "#tools")
    tasks.is_at("/todo/new")
    tasks.type("#field-text", "Learn the subjunctive")
    tasks.type("#field-deadline", "2031-01-01")
    tasks.press("Save")
    tasks.is_at("/todo")
    tasks.shows("Learn the subjunctive", "#tasks")
    # The next one begins empty.
    tasks.press("New task", "#tools")
    assert tasks.value("#field-text") == ""


def test_cancel_changes_nothing(tasks):
    tasks.press("Call the library", "#tasks")
    tasks.replace("#field-text", "Something else")
    tasks.press("Cancel")
    tasks.is_at("/todo")
    tasks.shows("Call the library", "#tasks")
    tasks.press("Call the library", "#tasks")
    assert tasks.value("#field-text") == "Call the library"


def test_a_removed_task_comes_back(tasks):
    tasks.press("Delete: Water the plants")
    tasks.shows("removed “Water the plants”", "#undo")
    tasks.shows_no_longer("Water the plants", "#tasks")
    tasks.press("Undo")
    tasks.shows("Water the plants", "#tasks")
    assert not tasks.has("#undo")


def test_a_task_removed_in_its_editor_comes_back(tasks):
    tasks.press("Water the plants", "#tasks")
    tasks.press("Delete")
    tasks.is_at("/todo")
    tasks.shows("removed “Water the plants”", "#undo")
    tasks.press("Undo")
    tasks.shows("Water the plants", "#tasks")


def test_without_a_server_tasks_stay_here_and_there_is_nothing_to_synchronize_with(tasks):
    tasks.shows("Kept on this device only", "#synchronization")
    assert not tasks.has_button("Synchronize")
    tasks.click("#to-conflicts")
    tasks.is_at("/todo/conflicts")
    tasks.shows("No conflicts")


def test_a_double_click_adds_one_task(page):
    page.open("/todo/new")
    page.type("#field-text", "Buy milk")
    page.double_click("Save")
    page.is_at("/todo")
    page.open("/todo")
    assert page.rows("#tasks > li .what") == ["Buy milk"]
    page.type("#field-text", "Buy bread")
    page.double_click("Save")
    page.shows("Buy bread", "#tasks")
    page.is_idle()
    assert page.rows("#tasks > li .what") == ["Buy milk", "Buy bread"]


def test_a_double_click_on_delete_removes_one_task(tasks):
    tasks.press("Delete: Water the plants")
    tasks.shows("removed “Water the plants”", "#undo")
    # The next row comes to the place of the removed one.
    button = tasks.button("Delete: Call the library")
    ActionChains(tasks.front()).click(button).pause(0.2).click().perform()
    tasks.shows("removed “Call the library”", "#undo")
    tasks.is_idle()
    tasks.shows("Read a chapter", "#tasks")


def test_several_tasks_are_typed_without_a_pause(page):
    page.open("/todo")
    page.type("#field-text", "".join(f"task {number}{Keys.ENTER}" for number in range(5)) + "and more")
    page.until(lambda: len(page.rows("#tasks > li")) == 5, "all are there")
    page.is_idle()
    assert page.rows("#tasks > li .what") == [f"task {number}" for number in range(5)]
    assert page.value("#field-text") == "and more"


def test_text_of_a_task_that_was_not_saved_is_there_after_back(page):
    page.open("/todo").open("/todo/new")
    page.type("#field-text", "Buy milk")
    page.type("#field-notes", "Two bottles.")
    assert page.asks_before_it_is_left
    page.open("/favorites")
    page.front().back()
    page.until(lambda: page.value("#field-notes") == "Two bottles.", "the notes are there")
    assert page.value("#field-text") == "Buy milk"
    page.press("Save")
    page.is_at("/todo")
    page.shows("Buy milk", "#tasks")
    assert not page.asks_before_it_is_left
