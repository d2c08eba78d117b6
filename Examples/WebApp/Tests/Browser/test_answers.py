"""What an action did is said where one looks, wherever the page is scrolled."""

import re

import pytest
from selenium.webdriver.common.keys import Keys

from support import screens

IN_VIEW = """
const element = [...document.querySelectorAll(arguments[0])].find((e) => e.checkVisibility());
if (!element) return false;
const { top, bottom, left, width, height } = element.getBoundingClientRect();
const atCentre = document.elementFromPoint(left + width / 2, top + height / 2);
return top >= 0 && bottom <= innerHeight + 1 && element.contains(atCentre);
"""


def sized(page, width, height):
    page.cdp(
        "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 400)
    return page


def fill(server):
    """Long lists."""
    visitor = server.visitor()
    lines = "".join(f"word{number:02},слово {number},{number == 0}\n" for number in range(50))
    visitor.import_words("text,translation,isFavorite\n" + lines)
    visitor.import_tasks("".join(f"task {number:02}\n" for number in range(40)))
    visitor.post("save-task", "/todo/new", {"text": "party"})
    visitor.post("save-task", "/todo/new", {"text": "cake", "parent": "party"})
    return visitor


@pytest.fixture(params=[(390, 844), (1280, 720)], ids=["phone", "desk"])
def long_page(request, server, open_page):
    """A page with long lists, as wide and high as a phone or a window."""
    fill(server)
    return sized(open_page(server), *request.param)


def says(page, text, selector):
    page.shows(text, selector)
    page.until(lambda: page.script(IN_VIEW, selector), f"{selector} is in view")


def test_what_was_removed_and_its_undo_are_in_view_from_the_last_row(long_page):
    long_page.open("/").press("Delete: word00")
    says(long_page, "removed “word00”", "#undo")
    assert long_page.script(IN_VIEW, "#undo button")
    long_page.press("Undo")
    long_page.button("Delete: word00")
    long_page.open("/todo").press("Delete: task 39")
    says(long_page, "removed “task 39”", "#undo")


def test_the_question_about_subtasks_is_in_view_from_the_last_row(long_page):
    long_page.open("/todo").press("Done: party")
    says(long_page, "“party” has 1 open subtask", "#question")


@pytest.mark.refused
def test_a_refusal_is_in_view_from_the_button_that_was_pressed(long_page):
    long_page.open("/todo/new").type("#field-notes", "\n" * 30)
    long_page.press("Save")
    says(long_page, "there is no text", "#answer")
    long_page.is_connected()
    assert long_page.text("#answer").count("there is no text") == 1
    long_page.open("/").press("word00", "#words")
    long_page.press("Edit the word")
    long_page.replace("#field-text", "word48")
    long_page.press("Save", "#edit-word")
    says(long_page, "“word48” is there already", "#notice")


@pytest.mark.refused
def test_what_an_import_did_is_in_view_and_no_success_if_it_took_nothing(long_page, tmp_path):
    file = tmp_path / "words.csv"
    file.write_text("text,translation\n,\n")
    long_page.open("/import").one("#import-words input[type=file]").send_keys(str(file))
    long_page.press("Import", "#import-words")
    says(long_page, "added 0", "#imported.bad")
    long_page.press("Undo the last import of words")
    says(long_page, "removed 50", "#notice")


# The forms that say what they did: how each is reached, its button, and what is said where. WORD and TASK are pages.
ANSWERS = {
    "remove": ("/", [], "Delete: word00", "main", "removed “word00”", "#undo"),
    "undo-removal": ("/", [], "Undo", "#undo", "undone: removed “word00”", "#notice"),
    "star": ("/", [], "Add to favourites: word01", "main", "★", "[aria-label='Remove from favourites: word01']"),
    "star-chosen": (
        "/", [("#choosing", " "), ("#words .tick", " ")], "Add to favourites", "#chosen",
        "1 word is a favourite", "#notice"),
    "tag-chosen": (
        "/", [("#choosing", " "), ("#words .tick", " "), ("#field-tags", "rare")], "Add tags", "#chosen",
        "1 word has the tags “rare”", "#notice"),
    "untag-chosen": (
        "/", [("#choosing", " "), ("#words .tick", " "), ("#field-tags", "rare")], "Remove tags", "#chosen",
        "1 word does not have the tags “rare”", "#notice"),
    "unstar-chosen": (
        "/favorites", [("#choosing", " "), ("#words .tick", " ")], "Remove from favourites", "#chosen",
        "1 word is no favourite", "#notice"),
    "remove-chosen": (
        "/", [("#choosing", " "), ("#words .tick", " ")], "Delete", "#chosen", "removed “word49”", "#undo"),
    "add-word": ("/new", [("#field-text", "pear")], "Save", "main", "saved “pear”", "#saved-message"),
    "star-word": ("WORD", [], "Remove from favourites", "main", "Add to favourites", "main .line"),
    "resume-word": ("WORD", [], "Ask it again", "main", "“word00” is asked again", "#notice"),
    "edit-word": ("WORD", [("#field-translation", "eins\nzwei"), ("#field-tags", "rare")], "Save", "#edit-word", "saved", "#notice"),
    "remove-word": ("WORD", [], "Delete", "main", "removed “word00”", "#undo"),
    "undo-word": ("WORD", [], "Undo", "#undo", "undone: removed “word00”", "#notice"),
    "add-task": ("/todo", [("#field-text", "milk")], "Save", "#add-task", "saved “milk”", "#notice"),
    "complete-task": ("/todo", [], "Done: party", "main", "“party” has 1 open subtask", "#question"),
    "keep-open": ("/todo", [], "Cancel", "#question", "", None),
    "remove-task": ("/todo", [], "Delete: task 39", "main", "removed “task 39”", "#undo"),
    "undo-task": ("/todo", [], "Undo", "#undo", "undone: removed “task 39”", "#notice"),
    "save-task": ("TASK", [("#field-notes", "Note")], "Save", "#task", "saved “task 00”", "#notice"),
    "delete-task": ("TASK", [], "Delete", "main", "removed “task 00”", "#undo"),
    "show-answer": ("/review", [], "Show answer", "main", "eins", "#card"),
    "suspend-card": ("/review", [], "Suspend", "main", "is suspended", "#notice"),
    "review-settings": ("/review/statistics", [("#field-new", "7")], "Save", "#settings", "saved", "#notice"),
    "set-reminder": ("/settings", [], "Save", "#reminder", "saved", "#notice"),
    "add-language": ("/settings", [("#field-language", "es")], "Add", "#add-language", "saved", "#notice"),
    "drop-language": ("/settings", [], "Drop: Spanish", "#languages", "saved", "#notice"),
    "make-token": ("/settings", [("#field-program", "App")], "Make a token", "#make-token", "superapp_", "#notice"),
    "end-token": ("/settings", [], "End: App", "#programs", "the token of “App” has ended", "#notice"),
    "undo-import": ("/import", [], "Undo the last import of words", "main", "removed ", "#notice"),
    "import-words": ("/import", [("#import-words [type=file]", "FILE")], "Import", "#import-words", "added 1", "#imported"),
    "import-tasks": ("/import", [("#import-tasks [type=file]", "FILE")], "Import", "#import-tasks", "added 2", "#imported"),
}
# The forms whose answer is the control, the row or the list that they change; and those tested above or with a server.
SHOWN_IN_PLACE = set(
    "dismiss search-mode search new reload type-word choose-suggestion begin-languages confirm-language cancel-languages "
    "synchronize-words restore-value dismiss-value dismiss-values retire-device swap-languages retry retry-word check-answer rate "
    "star-card undo-review show-tag type-task toggle-done synchronize accept-deletions restore-conflict choose-meaning "
    "add-first-word cancel-task discard-task save-task-with-subtasks save-only-task export-words export-tasks".split())

ACTIONS = """
return [...document.querySelectorAll('form, [formaction]')].map((e) => e.getAttribute('formaction') ?? e.getAttribute('action'));
"""


def test_every_form_is_among_those_whose_answer_is_checked(server, open_page):
    found = set()
    for path in screens(server).values():
        found |= {action.split("/")[-1] for action in open_page(server).open(path).script(ACTIONS)}
    assert found <= ANSWERS.keys() | SHOWN_IN_PLACE


@pytest.mark.parametrize(
    "size, runs_scripts", [((390, 844), True), ((1280, 720), True), ((390, 844), False)], ids=["phone", "desk", "plain"])
def test_what_each_form_did_is_in_view_from_the_form(server, open_page, tmp_path, size, runs_scripts):
    visitor = fill(server)
    word, task = visitor.rows("/")["word00"], visitor.rows("/todo")["task 00"]
    visitor.post("review-settings", "/review/statistics", {"new": "60"})
    review = visitor.get("/review")
    for _ in range(60):
        card = re.search(r'name="card" value="([^"]+)"', review)[1]
        review = visitor.post("suspend-card", "/review", {"card": card})
        if card.startswith(word.removeprefix("/word/")):
            break
    page = sized(open_page(server), *size)
    page.cdp("Emulation.setScriptExecutionDisabled", value=not runs_scripts)
    for action, (path, typed, button, within, text, place) in ANSWERS.items():
        file = tmp_path / ("tasks.txt" if action == "import-tasks" else "words.csv")
        file.write_text("text,translation\nplum,слива\n")
        page.open(path.replace("WORD", word).replace("TASK", task))
        page.script("document.querySelectorAll('details').forEach((e) => (e.open = true))")
        for field, value in typed:
            page.all(field)[0].send_keys(value.replace("FILE", str(file)))
        page.script("arguments[0].scrollIntoView({ block: 'end' })", page.button(button, within))
        page.press(button, within)
        if place:
            says(page, text, place)
        page.is_idle()


# The page learns of the change before the form's answer leads elsewhere. What it reads after that stays in the tab.
CHANGE_BEFORE_THE_ANSWER = """
const real = window.fetch;
window.fetch = async (...all) => {
  if (window.isAnswered) sessionStorage.readAgain = all[0];
  const answer = await real(...all);
  if (all[1].method !== "POST") return answer;
  refresh();
  window.isAnswered = true;
  return answer;
};
"""


def test_the_page_of_what_was_removed_is_not_read_again(server, open_page):
    visitor = server.visitor()
    visitor.add_task("Buy milk")
    page = open_page(server).open(visitor.rows("/todo")["Buy milk"])
    page.is_connected()
    page.is_idle()
    page.script(CHANGE_BEFORE_THE_ANSWER)
    page.press("Delete")
    page.shows("removed “Buy milk”", "#undo")
    assert page.script("return sessionStorage.readAgain ?? null") is None


@pytest.mark.refused
def test_a_failure_has_the_focus_and_is_read_once(long_page):
    long_page.open("/").press("word00", "#words")
    long_page.press("Edit the word")
    long_page.replace("#field-text", "word48")
    long_page.press("Save", "#edit-word")
    says(long_page, "“word48” is there already", "#notice")
    long_page.is_idle()
    assert long_page.script("return document.activeElement.id") == "notice"
    assert "there already" not in long_page.script("return document.getElementById('status').textContent")
    assert long_page.value("#field-text") == "word48"


@pytest.mark.refused
def test_a_failure_stays_with_the_focus_when_the_page_is_brought_up_to_date(long_page):
    long_page.open("/todo").press("task 00", "#tasks")
    long_page.replace("#field-deadline", "soon" + Keys.ENTER)
    says(long_page, "“soon” is no date", "#notice")
    long_page.is_idle()
    long_page.script("refresh(); return running.then(() => true)")
    assert long_page.has("#notice") and not long_page.has("#failure")
    assert long_page.script("return document.activeElement.id") == "notice"


def test_what_is_put_away_is_only_what_was_pressed(long_page):
    for path, button in (("/", "Delete: word0{}"), ("/todo", "Delete: task 3{}")):
        long_page.open(path)
        for number in (8, 9):
            long_page.press(button.format(number))
            says(long_page, f"{number}”", "#undo")
        long_page.press("Undo", "#undo")
        says(long_page, "undone", "#notice")
        long_page.press("Close", "#notice")
        long_page.until(lambda: not long_page.has("#notice"), "the notice is gone")
        says(long_page, "removed", "#undo")


def test_what_was_said_can_be_put_away(long_page):
    for path, button in (("/", "Delete: word00"), ("/todo", "Delete: task 39")):
        long_page.open(path).press(button)
        says(long_page, "removed", "#undo")
        long_page.press("Close", "#undo")
        long_page.until(lambda: not long_page.has("#undo"), "the line is gone")
        long_page.open(path)
        assert not long_page.has("#undo")
        long_page.press(button.replace("00", "01").replace("39", "38"))
        says(long_page, "removed", "#undo")
    long_page.open("/settings").press("Save")
    says(long_page, "saved", "#notice")
    long_page.press("Close", "#notice")
    long_page.until(lambda: not long_page.has("#notice"), "the notice is gone")
