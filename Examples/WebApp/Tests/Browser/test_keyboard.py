"""Everything without a mouse: Tab, Enter and Space, and the keys of a field."""

import re

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from support import TASKS, WORDS

# Whether the browser shows where the focus is.
HAS_OUTLINE = """
const style = getComputedStyle(document.activeElement);
return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
"""


class Keyboard:
    def __init__(self, page):
        self.page = page

    def press(self, *keys):
        ActionChains(self.page.front()).send_keys(*keys).perform()

    def tab_to(self, name, key=Keys.TAB):
        """Presses Tab until something with a name has the focus. Wherever the focus is, it must be visible."""
        seen = []
        for _ in range(100):
            self.press(key)
            focus = self.page.focus
            seen.append(focus)
            if focus:
                assert self.page.script(HAS_OUTLINE), f"the focus on “{focus}” is not visible"
            if focus == name:
                return
        raise AssertionError(f"Tab does not lead to “{name}”, but to {seen}")

    def has_focus(self):
        self.page.is_idle()
        assert self.page.focus, f"the focus is lost at {self.page.path}"


@pytest.fixture
def keyboard(page):
    return Keyboard(page)


@pytest.fixture
def listed(server, open_page):
    """A keyboard at a list with some words."""
    server.visitor().import_words(WORDS).import_tasks(TASKS)
    return Keyboard(open_page(server).open("/"))


def test_a_word_is_added_starred_removed_and_brought_back(keyboard):
    page = keyboard.page.open("/")
    keyboard.tab_to("Search")
    keyboard.press("bread", Keys.ENTER)
    page.is_at("/new")
    page.until(lambda: page.focus == "Word or phrase", "the field has the focus")
    assert page.value("#field-text") == "bread"
    keyboard.press(Keys.ENTER)
    page.shows("хлеб", "#saved-word")
    keyboard.has_focus()
    # From the field to the navigation, which is before it.
    keyboard.press(Keys.SHIFT, Keys.TAB, Keys.NULL)
    keyboard.has_focus()
    page.open("/")
    keyboard.tab_to("Add to favourites: bread")
    keyboard.press(Keys.SPACE)
    page.button("Remove from favourites: bread")
    keyboard.has_focus()
    assert page.focus == "Remove from favourites: bread"
    keyboard.tab_to("Delete: bread")
    keyboard.press(Keys.ENTER)
    page.shows("removed “bread”", "#undo")
    keyboard.has_focus()
    keyboard.tab_to("Undo")
    keyboard.press(Keys.SPACE)
    page.shows("bread", "#words")
    keyboard.has_focus()


def test_after_a_removal_the_focus_is_on_the_next_row(listed):
    page = listed.page
    names = page.script("return [...document.querySelectorAll('#words > li .what a')].map((e) => e.textContent)")
    listed.tab_to(f"Delete: {names[1]}")
    listed.press(Keys.ENTER)
    page.shows(f"removed “{names[1]}”", "#undo")
    page.is_idle()
    assert page.focus == names[2]
    listed.tab_to(f"Delete: {names[2]}")
    listed.press(Keys.SPACE)
    page.shows(f"removed “{names[2]}”", "#undo")
    page.is_idle()
    assert page.focus == names[3]


def test_a_task_is_completed_and_removed_and_brought_back(listed):
    page = listed.page.open("/todo")
    listed.tab_to("Done: Water the plants")
    listed.press(Keys.SPACE)
    page.shows_no_longer("Water the plants", "#tasks")
    listed.has_focus()
    listed.tab_to("Show done")
    listed.press(Keys.ENTER)
    page.shows("Water the plants", "#tasks")
    listed.has_focus()
    assert page.focus == "Hide done"
    page.open("/todo")
    listed.tab_to("Delete: Call the library")
    listed.press(Keys.SPACE)
    page.shows("removed “Call the library”", "#undo")
    listed.has_focus()
    listed.tab_to("Undo")
    listed.press(Keys.ENTER)
    page.shows("Call the library", "#tasks")
    listed.has_focus()


def test_the_entry_is_starred_removed_and_brought_back(listed):
    page = listed.page
    listed.tab_to("bread")
    listed.press(Keys.ENTER)
    page.shows("хлеб", "#senses")
    listed.tab_to("Add to favourites")
    listed.press(Keys.SPACE)
    page.button("Remove from favourites")
    listed.has_focus()
    listed.tab_to("Delete")
    listed.press(Keys.ENTER)
    page.shows("removed “bread”")
    listed.has_focus()
    listed.tab_to("Undo")
    listed.press(Keys.ENTER)
    page.shows("хлеб", "#senses")
    listed.has_focus()


def test_languages_are_chosen(keyboard):
    page = keyboard.page.open("/new")
    keyboard.tab_to("Language of the word: English")
    keyboard.press(Keys.SPACE)
    page.one("#candidates")
    keyboard.has_focus()
    keyboard.tab_to("English")
    keyboard.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert page.focus == "German"
    keyboard.tab_to("Select")
    keyboard.press(Keys.SPACE)
    page.button("Language of the word: German")
    keyboard.has_focus()


def test_a_suggestion_is_chosen(keyboard):
    page = keyboard.page.open("/new")
    keyboard.press("brea")
    page.shows("bread – хлеб", "#suggestions")
    keyboard.tab_to("bread – хлеб")
    keyboard.press(Keys.SPACE)
    page.until(lambda: page.value("#field-text") == "bread", "the field has the suggestion")
    keyboard.has_focus()


def test_the_first_stop_leads_past_the_navigation(listed):
    listed.tab_to("Skip to the content")
    listed.press(Keys.ENTER)
    listed.press(Keys.TAB)
    assert listed.page.script("return document.activeElement.closest('main') !== null")


def test_what_arrives_from_elsewhere_does_not_move_the_focus(server, open_page):
    visitor = server.visitor().import_words(WORDS)
    page = open_page(server).open("/")
    keyboard = Keyboard(page)
    page.is_connected()
    keyboard.tab_to("Add to favourites: bread")
    visitor.add_word("apple")
    page.shows("яблоко", "#words")
    assert page.focus == "Add to favourites: bread"
    visitor.post("remove", "/", {"id": visitor.rows("/")["serendipity"].removeprefix("/word/")})
    page.shows_no_longer("serendipity", "#words")
    assert page.focus == "Add to favourites: bread"


def test_a_button_that_can_no_longer_be_pressed_passes_the_focus_on(server, open_page):
    visitor = server.visitor().import_tasks("Water the plants\nx Buy a notebook\n")
    page = open_page(server).open("/todo")
    page.is_connected()
    page.script("arguments[0].focus()", page.button("Show done"))
    visitor.get("/todo")
    visitor.post("toggle-done", "/todo")
    done = re.search(r'<li id="task-([^"]+)" class="done"', visitor.get("/todo"))[1]
    visitor.post("remove-task", "/todo", {"id": done})
    page.until(lambda: not page.has_button("Show done"), "nothing is done")
    page.is_idle()
    assert page.focus == "New task"
