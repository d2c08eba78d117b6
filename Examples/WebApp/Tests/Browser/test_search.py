"""The search."""

import pytest
from selenium.webdriver.common.keys import Keys

from support import WORDS


@pytest.fixture
def search(server, open_page):
    server.visitor().import_words(WORDS)
    page = open_page(server).open("/search")
    page.until(lambda: page.focus == "Search", "the field has the focus")
    return page


def test_words_are_found_as_one_types_and_the_address_follows(search):
    search.mark()
    search.keys("jour")
    search.shows("journey", "#words")
    search.shows("1 word found", "#count")
    search.is_at("/search?text=jour")
    assert search.is_marked
    assert search.value("#field-text") == "jour"


def test_every_letter_of_a_fast_typist_stays(search):
    for letter in "serendipity":
        search.keys(letter)
    search.is_at("/search?text=serendipity")
    assert search.value("#field-text") == "serendipity"
    search.shows("serendipity", "#words")


def test_reload_and_bookmark_find_the_same(search):
    search.keys("хле")
    search.shows("bread", "#words")
    search.until(lambda: search.path.startswith("/search?text=%"), "the address has the text")
    bookmark = search.path
    search.front().refresh()
    search.shows("bread", "#words")
    assert search.value("#field-text") == "хле"
    search.open("/").open(bookmark)
    search.shows("bread", "#words")
    assert search.value("#field-text") == "хле"


def test_accents_and_case_do_not_matter(search):
    search.keys("SERÉN")
    search.shows("serendipity", "#words")


def test_a_misspelt_text_leads_to_what_is_near_it(search):
    search.keys("jurney")
    search.shows("Nothing found")
    search.shows("did you mean:", "#nearest")
    search.press("journey", "#nearest")
    search.is_at("/search?text=journey")
    search.shows("путешествие", "#words")


def test_the_mode_decides_where_the_text_is_searched(search):
    search.keys("дом")
    search.shows("Haus", "#words")
    search.click("#mode-word")
    search.shows("Nothing found")
    search.click("#mode-translation")
    search.shows("Haus", "#words")
    search.front().refresh()
    assert search.one("#mode-translation").is_selected()


def test_without_a_text_it_finds_nothing_and_says_what_to_type(search):
    search.shows("Type a part of a word or of its translation")
    assert not search.has("#words")


def test_a_cleared_text_shows_all_words_again(search):
    search.mark()
    search.keys("bread")
    search.shows("bread", "#words")
    search.shows_no_longer("journey", "#words")
    search.replace("#field-text", "")
    search.shows("journey", "#words")
    search.is_at("/")
    assert search.is_marked and search.focus == "Search"


def test_return_fills_the_form_of_a_new_word_with_what_was_typed(search):
    search.keys("apple" + Keys.ENTER)
    search.is_at("/new")
    assert search.value("#field-text") == "apple"
    search.until(lambda: search.focus == "Word or phrase", "the field has the focus")
    search.keys(Keys.ENTER)
    search.shows("saved “apple”", "#saved-message")


def test_what_is_not_found_can_be_added(search):
    search.keys("a&b=c#d")
    search.press("Add “a&b=c#d”")
    search.is_at("/new")
    assert search.value("#field-text") == "a&b=c#d"


def test_a_found_word_can_be_starred_and_removed_and_brought_back(search):
    search.keys("bread")
    search.press("Add to favourites: bread")
    search.press("Delete: bread")
    search.shows("Nothing found")
    search.press("Undo")
    search.button("Remove from favourites: bread")


def test_signs_that_mean_something_in_a_query_are_only_text(search):
    for text in ('"', "%", "a_b", "' OR 1=1 --", "*", "a&b=c#d", "(", "NEAR("):
        search.replace("#field-text", text)
        search.shows(f"Search “{text}”", "h1")
        search.shows("Nothing found")
        assert search.value("#field-text") == text
