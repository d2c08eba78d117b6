"""Back, forward, reload and bookmarks."""

import pytest
from selenium.webdriver.common.keys import Keys

from support import WORDS, screens


def test_each_screen_has_an_address_that_a_reload_and_a_bookmark_bring_back(server, open_page):
    page = open_page(server)
    for name, path in screens(server).items():
        # Without a cookie, as a bookmark is opened on the next day.
        page.cdp("Network.clearBrowserCookies")
        title = page.open(path).text("h1")
        assert page.path == path, name
        page.front().refresh()
        assert (page.path, page.text("h1")) == (path, title), name


def test_back_and_forward_go_through_the_screens(server, open_page):
    server.visitor().import_words(WORDS)
    page = open_page(server).open("/")
    page.press("Favourites", "#lists")
    page.is_at("/favorites")
    page.press("serendipity", "#words")
    page.shows("serendipity", "h1")
    entry = page.path
    page.front().back()
    page.is_at("/favorites")
    page.shows("serendipity", "#words")
    page.front().back()
    page.is_at("/")
    page.shows("bread", "#words")
    page.front().forward()
    page.front().forward()
    page.is_at(entry)
    page.shows("счастливая случайность", "#senses")


def test_back_after_an_action_shows_the_page_as_it_is_now(server, open_page):
    server.visitor().import_words(WORDS)
    page = open_page(server).open("/")
    page.press("serendipity", "#words")
    page.press("Delete")
    page.shows("removed “serendipity”")
    page.front().back()
    page.is_at("/")
    page.shows_no_longer("A happy find", "#words")
    page.until(lambda: not page.has_button("serendipity", "#words"), "the removed word is not in the list")


def test_a_search_is_one_step_back_however_much_was_typed(server, open_page):
    server.visitor().import_words(WORDS)
    page = open_page(server).open("/")
    page.type("#field-text", "journey")
    page.is_at("/search?text=journey")
    page.shows_no_longer("bread", "#words")
    page.front().back()
    page.is_at("/")
    page.shows("bread", "#words")
    assert page.value("#field-text") == ""
    page.front().forward()
    page.is_at("/search?text=journey")
    page.shows("journey", "#words")
    assert page.value("#field-text") == "journey"


@pytest.mark.parametrize("path, field, list", [("/new", "#field-text", "/"), ("/todo", "#field-text", "/todo")])
def test_a_reload_after_an_action_does_not_repeat_it(page, path, field, list):
    page.open(path)
    page.type(field, "bread" + Keys.ENTER)
    page.shows("bread", ".rows")
    page.front().refresh()
    page.open(list).shows("bread", ".rows")
    assert len(page.all(".rows > li")) == 1


@pytest.mark.refused
def test_an_address_of_nothing_says_so_and_leads_to_the_words(page):
    for path in ("/word/nothing", "/todo/nothing"):
        page.open(path).shows("There is nothing here", "h1")
        page.press("All words")
        page.is_at("/")
    page.open("/no-such-page").shows("There is no such page.")


def test_the_page_of_an_action_can_be_left_by_the_navigation_and_the_typed_text_is_kept(page):
    """What is typed belongs to the screen, as in the other front ends."""
    page.open("/new")
    page.type("#field-text", "bread")
    page.shows("хлеб", "#suggestions")
    page.press("Words", "nav")
    page.is_at("/")
    page.press("Add", "#search")
    page.is_at("/new")
    assert page.value("#field-text") == "bread"
