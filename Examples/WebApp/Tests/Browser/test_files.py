"""Import and export of files."""

import json

import pytest

from support import TASKS, WORDS


@pytest.fixture
def file(tmp_path):
    """Writes a file to choose."""

    def write(name, text):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def choose(page, form, path):
    page.one(f"{form} input[type=file]").send_keys(path)


def test_a_file_of_words_is_imported_and_the_import_undone(page, file):
    page.open("/import").mark()
    choose(page, "#import-words", file("words.csv", WORDS))
    assert page.asks_before_it_is_left
    page.press("Import", "#import-words")
    page.shows("added 5, updated 0, unchanged 0", "#imported")
    page.is_idle()
    assert not page.asks_before_it_is_left
    assert page.is_marked
    page.open("/").shows("serendipity", "#words")
    page.open("/import")
    page.press("Undo the last import of words")
    page.shows("removed 5, restored 0", "#notice")
    page.open("/").shows("No words yet")


def test_a_trial_says_what_would_be_done_and_changes_nothing(page, file):
    page.open("/import")
    choose(page, "#import-words", file("words.csv", WORDS + ",without a text,en,ru,,\n"))
    page.click("#field-trial")
    page.press("Import", "#import-words")
    page.shows("would be added 5", "#imported")
    page.shows("Left out: 1", "#report")
    page.shows("serendipity – счастливая случайность", "#report")
    page.open("/").shows("No words yet")


def test_the_same_file_again_changes_nothing(page, file):
    for expected in ("added 5, updated 0, unchanged 0", "added 0, updated 0, unchanged 5"):
        page.open("/import")
        choose(page, "#import-words", file("words.csv", WORDS))
        page.press("Import", "#import-words")
        page.shows(expected, "#imported")


@pytest.mark.refused
def test_a_file_whose_name_does_not_say_its_format_is_refused_with_a_reason(page, file):
    page.open("/import")
    choose(page, "#import-words", file("words.xyz", WORDS))
    page.press("Import", "#import-words")
    page.shows("The name of the file does not say its format.", "#notice")
    page.is_idle()
    chosen = "return document.querySelector('#import-words input[type=file]').files[0].name"
    assert page.script(chosen) == "words.xyz"
    assert page.asks_before_it_is_left


@pytest.mark.refused
def test_without_an_import_there_is_nothing_to_undo(page):
    page.open("/import")
    page.press("Undo the last import of words")
    page.shows("there is no import to undo", "#notice")


def test_a_file_of_tasks_is_imported(page, file):
    page.open("/import")
    choose(page, "#import-tasks", file("tasks.txt", TASKS))
    page.press("Import", "#import-tasks")
    page.shows("added 4", "#imported")
    page.open("/todo").shows("Water the plants", "#tasks")


@pytest.fixture
def exported(server, open_page, downloads):
    """Presses the button of a format, and returns the text of the downloaded file."""
    server.visitor().import_words(WORDS).import_tasks(TASKS)
    page = open_page(server).open("/export")

    def export(form, name):
        path = downloads / name
        path.unlink(missing_ok=True)
        page.click(f"#{form} button")
        page.until(lambda: path.exists() and path.stat().st_size > 0, f"{name} is downloaded")
        return path.read_text(encoding="utf-8")

    return export


@pytest.mark.parametrize("format", ["csv", "tsv", "jsonl"])
def test_each_format_of_words_downloads_a_file_with_all_words(exported, format):
    text = exported(f"export-words-{format}", f"words.{format}")
    for word in ("serendipity", "счастливая случайность", "Haus", "mela"):
        assert word in text
    if format == "jsonl":
        words = [json.loads(line) for line in text.splitlines()]
        assert len(words) == 5


@pytest.mark.parametrize("format", ["ics", "txt"])
def test_each_format_of_tasks_downloads_a_file_with_all_tasks(exported, format):
    text = exported(f"export-tasks-{format}", f"tasks.{format}")
    for task in ("Water the plants", "Call the library", "Buy a notebook"):
        assert task in text
