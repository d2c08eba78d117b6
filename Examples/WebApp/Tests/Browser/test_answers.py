"""What an action did is said where one looks, wherever the page is scrolled."""

import pytest

IN_VIEW = """
const element = [...document.querySelectorAll(arguments[0])].find((e) => e.checkVisibility());
if (!element) return false;
const { top, bottom, left, width, height } = element.getBoundingClientRect();
const atCentre = document.elementFromPoint(left + width / 2, top + height / 2);
return top >= 0 && bottom <= innerHeight && element.contains(atCentre);
"""


@pytest.fixture(params=[(390, 844), (1280, 720)], ids=["phone", "desk"])
def long_page(request, server, open_page):
    """A page with long lists, as wide and high as a phone or a window."""
    width, height = request.param
    visitor = server.visitor()
    lines = "".join(f"word{number:02},слово {number},{number == 0}\n" for number in range(50))
    visitor.import_words("text,translation,isFavorite\n" + lines)
    visitor.import_tasks("".join(f"task {number:02}\n" for number in range(40)))
    visitor.post("save-task", "/todo/new", {"text": "party"})
    visitor.post("save-task", "/todo/new", {"text": "cake", "parent": "party"})
    page = open_page(server)
    page.cdp(
        "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 400)
    return page


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
    long_page.press("Own translation")
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
