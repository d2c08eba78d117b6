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


def test_the_field_of_a_new_task_says_what_is_understood_of_its_text(tasks):
    tasks.type("#field-text", "(A) Call Anna due:2031-12-01 @phone rec:1w")
    tasks.shows("priority: high · due Dec 1, 2031 · every week · #phone", "#understood")
    tasks.press("Save")
    tasks.shows("Call Anna @phone", "#tasks")
    row = next(row for row in tasks.rows("#tasks > li") if "Call Anna" in row)
    assert "High" in row and "Dec 1, 2031" in row and "every week" in row and "rec:1w" not in row


def test_nothing_that_is_clicked_moves_while_a_task_is_typed(tasks):
    places = """
        return [...document.querySelectorAll('main :is(a, button, input)')].filter((e) => e.checkVisibility())
          .map((e) => e.getBoundingClientRect()).map(({ left, top }) => [left, top]);"""
    before = tasks.script(places)
    tasks.type("#field-text", "(A) Call Anna due:2031-12-01")
    tasks.shows("priority: high", "#understood")
    assert tasks.script(places) == before


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


PARTY = """BEGIN:VCALENDAR
BEGIN:VTODO
UID:party
CREATED:20260101T100000Z
SUMMARY:Party
CATEGORIES:home
DUE:20301201T180000Z
BEGIN:VALARM
ACTION:DISPLAY
TRIGGER:-P1D
END:VALARM
END:VTODO
BEGIN:VTODO
UID:call
CREATED:20260102T100000Z
SUMMARY:Call Anna
CATEGORIES:phone,home
END:VTODO
BEGIN:VTODO
UID:cake
CREATED:20260103T100000Z
SUMMARY:Cake
RELATED-TO:party
END:VTODO
END:VCALENDAR
"""


@pytest.fixture
def party(server, open_page):
    server.visitor().import_tasks(PARTY, "tasks.ics")
    return open_page(server).open("/todo")


def names(page):
    return [row.split(" · ")[0] for row in page.rows("#tasks > li .what")]


def test_a_part_is_below_its_task_which_is_done_after_a_question(party):
    assert names(party) == ["Party", "Cake", "Call Anna"]
    assert party.all("#tasks > .part-1")[0].text.startswith("☐")
    party.press("Done: Party")
    party.shows("“Party” has 1 open subtask. Complete them, too?", "#question")
    party.press("Cancel", "#question")
    party.until(lambda: not party.has("#question"), "the question is gone")
    assert names(party) == ["Party", "Cake", "Call Anna"]
    party.press("Done: Party")
    party.press("Complete all", "#question")
    party.shows("2 tasks done", "#undo")
    party.until(lambda: names(party) == ["Call Anna"], "both are done")
    party.press("Undo")
    party.until(lambda: names(party) == ["Party", "Cake", "Call Anna"], "both are open")
    party.press("Done: Party")
    party.press("Only this one", "#question")
    party.until(lambda: names(party) == ["Call Anna", "Cake"], "the part stands by itself")


@pytest.mark.refused
def test_the_editor_sets_the_task_of_which_one_is_a_part_and_asks(party):
    party.press("Call Anna", "#tasks")
    party.type("#field-parent", "nobody")
    party.press("Save")
    party.shows("there is no task “nobody”", "#notice")
    assert party.value("#field-parent") == "nobody"
    party.replace("#field-parent", "cake")
    party.press("Save")
    party.is_at("/todo")
    assert names(party) == ["Party", "Cake", "Call Anna"]
    assert party.has("#tasks > .part-2")
    party.press("Cake", "#tasks")
    assert party.value("#field-parent") == "Party"
    party.replace("#field-text", "Bake a cake")
    party.click("#field-completed")
    party.press("Save")
    party.shows("“Cake” has 1 open subtask", "#notice")
    assert party.value("#field-text") == "Bake a cake"
    party.press("Complete all")
    party.is_at("/todo")
    party.until(lambda: names(party) == ["Party"], "both are done")
    party.press("Undo")
    party.until(lambda: names(party) == ["Party", "Cake", "Call Anna"], "both are as before")


def test_the_tasks_with_a_tag_are_chosen_and_all_again(party):
    tag = lambda keys: party.one("#field-tag").send_keys(keys)
    tag("phone")
    party.until(lambda: names(party) == ["Call Anna"], "one has the tag")
    party.press("Done: Call Anna")
    party.shows("No tasks with the tag “phone”")
    tag("home")
    party.until(lambda: names(party) == ["Party"], "one has the other tag")
    tag(Keys.HOME)
    party.until(lambda: names(party) == ["Party", "Cake"], "all are there")
    assert not party.asks_before_it_is_left


def test_alarms_of_other_programs_are_in_the_entry(party):
    party.press("Party", "#tasks")
    party.shows("alarm: Nov 30, 2030", "#details")


def test_a_later_page_of_the_list_follows_changes(server, open_page):
    server.visitor().import_tasks("".join(f"task {number:03}\n" for number in range(201)))
    page = open_page(server).open("/todo?page=2")
    page.is_connected()
    server.visitor().add_task("Buy milk")
    page.shows("Buy milk", "#tasks")
