"""Lists of words, and the entry of a word."""

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from support import WORDS


@pytest.fixture
def words(server, open_page):
    """A page with some words."""
    server.visitor().import_words(WORDS)
    return open_page(server).open("/")


def test_the_list_shows_words_newest_first_with_translation_and_direction(words):
    words.shows("serendipity", "#words")
    row = next(row for row in words.rows() if "serendipity" in row)
    assert "счастливая случайность" in row and "en→ru" in row
    assert len(words.rows()) == 5


def test_a_starred_word_is_among_the_favourites_until_the_star_is_taken_away(words):
    words.press("Add to favourites: bread")
    words.button("Remove from favourites: bread")
    words.press("Favourites", "#lists")
    words.is_at("/favorites")
    words.shows("bread", "#words")
    words.press("Remove from favourites: bread")
    words.shows_no_longer("bread", "#words")
    words.open("/").button("Add to favourites: bread")


def test_a_removed_word_comes_back_with_its_star_and_translation(words):
    words.press("Delete: serendipity")
    words.shows("removed “serendipity”", "#undo")
    words.until(lambda: len(words.rows("#words > li")) == 4, "the row has gone")
    words.press("Undo")
    words.button("Remove from favourites: serendipity")
    words.shows("счастливая случайность", "#words")
    assert not words.has("#undo")


def test_a_long_list_shows_more_as_one_scrolls(server, open_page):
    lines = "".join(f"word{number:03},слово {number}\n" for number in range(120))
    server.visitor().import_words("text,translation\n" + lines)
    page = open_page(server).open("/")
    assert len(page.all("#words > li")) == 50
    for count in (100, 120):
        page.script("scrollTo(0, document.body.scrollHeight)")
        page.until(lambda: len(page.all("#words > li")) >= count, f"there are {count} rows")
    page.is_at("/?page=1-3")
    assert not page.has("#more")
    # One comes back to the place that one has left.
    page.press("word010", "#words")
    page.shows("слово 10", "#senses")
    page.front().back()
    page.until(lambda: len(page.all("#words > li")) == 120, "all rows are there again")
    page.until(lambda: page.script("return scrollY") > 2000, "the place is the one before")
    page.open("/").script("const { more } = window; more.focus({ preventScroll: true }); more.click()")
    page.until(lambda: len(page.all("#words > li")) > 50, "there are more rows")
    page.until(
        lambda: page.script("return [...document.activeElement.closest('ul').children].indexOf(document.activeElement.closest('li'))")
        == 50, "the focus is on the first new row")


def test_the_words_of_a_day_are_one_step_away_among_thousands(server, open_page):
    days = [f"2025-{month:02}-{day:02}" for month in range(1, 13) for day in range(1, 29)]
    lines = "".join(
        f"{day} {number},слово,{day}T12:00:00Z\n" for day in days for number in range(9))
    server.visitor().import_words("text,translation,createdAt\n" + lines)
    page = open_page(server).open("/")
    page.script("document.getElementById('field-day').value = '2025-02-03'")
    page.press("Go there")
    page.shows("2025-02-03 ", "#words")
    assert page.path.startswith("/?page=5")
    assert len(page.all("#words > li")) <= 100
    # Not by its place: the page may still be scrolling to the day.
    page.script(
        "[...document.querySelectorAll('a')].find(link => link.textContent.trim() == 'Show what comes before').click()")
    page.shows("2025-02-10", "#words")
    page.front().back()
    page.shows("2025-02-03 ", "#words")


def test_the_entry_shows_senses_and_their_source(page):
    page.open("/new")
    page.type("#field-text", "book\n")
    page.shows("книга", "#saved-word")
    page.press("book", "#saved-word")
    page.shows("книга", "#senses")
    page.shows("бронировать", "#senses")
    page.shows("from: glossary", "#source")
    assert page.text("h1") == "book"
    assert page.front().title.startswith("book")


def test_the_entry_is_starred_removed_and_brought_back(words):
    words.press("journey", "#words")
    words.shows("★", "#direction")
    words.press("Remove from favourites")
    words.shows_no_longer("★", "#direction")
    words.press("Delete")
    words.shows("removed “journey”")
    words.press("Undo")
    words.shows("путешествие", "#senses")
    words.button("Add to favourites")


def test_an_edited_word_keeps_its_translation_of_ones_own_and_gets_the_note(words):
    words.press("serendipity", "#words")
    words.press("Edit the word")
    words.replace("#field-text", "serendipities")
    words.replace("#field-note", "Several happy finds.\nOne a line.")
    words.press("Save", "#edit-word")
    words.shows("serendipities", "h1")
    words.shows("Several happy finds.\nOne a line.", "#note")
    words.shows("счастливая случайность", "#senses")


def test_another_text_is_looked_up(page):
    page.open("/new")
    page.type("#field-text", "bread\n")
    page.shows("хлеб", "#saved-word")
    page.press("bread", "#saved-word")
    page.press("Edit the word")
    page.replace("#field-text", "apple")
    page.press("Save", "#edit-word")
    page.shows("яблоко", "#senses")


def test_other_languages_of_a_word_are_looked_up(page):
    page.open("/new")
    page.type("#field-text", "bread\n")
    page.press("bread", "#saved-word")
    page.press("Edit the word")
    Select(page.one("#field-target")).select_by_visible_text("German")
    page.press("Save", "#edit-word")
    page.shows("Brot", "#senses")


@pytest.mark.refused
def test_an_edit_to_a_word_that_is_there_already_says_so_and_keeps_the_typed_text(words):
    words.press("journey", "#words")
    words.press("Edit the word")
    words.replace("#field-text", "bread")
    words.press("Save", "#edit-word")
    words.shows("“bread” is there already", "#notice")
    assert words.value("#field-text") == "bread"
    words.open("/").shows("journey", "#words")


def test_translations_of_ones_own_are_shown_first_until_they_are_cleared(page):
    page.open("/new")
    page.type("#field-text", "bread\n")
    page.shows("хлеб", "#saved-word")
    page.press("bread", "#saved-word")
    page.press("Edit the word")
    page.type("#field-translation", "хлебушек")
    page.press("Save", "#edit-word")
    page.shows("хлебушек", "#senses")
    page.type("#field-translation", "\nбуханка")
    page.type("#field-note", "of the baker")
    page.press("Save", "#edit-word")
    page.shows("буханка", "#senses > li:first-child")
    page.shows("хлеб", "#senses > li:last-child")
    page.shows("of the baker", "#note")
    page.replace("#field-translation", "")
    page.press("Save", "#edit-word")
    page.shows_no_longer("хлебушек", "#senses")
    page.shows("хлеб", "#senses")


def test_what_is_typed_in_one_form_of_the_entry_stays_when_another_is_sent(words):
    words.press("bread", "#words")
    words.press("Edit the word")
    words.type("#field-note", "not saved yet")
    words.press("Add to favourites")
    words.shows("★", "#direction")
    assert words.value("#field-note") == "not saved yet"


def test_an_empty_list_offers_five_words_to_begin_with_until_there_are_others(page):
    page.open("/").shows("No words yet")
    page.press("Add: coffee", "#welcome")
    page.shows("кофе", "#words")
    assert not page.has_button("Add: coffee", "#welcome")
    page.press("Add: hello", "#welcome")
    page.until(lambda: len(page.rows("#words > li")) == 2, "both are there")
    page.shows("2 words", "#total")
    page.press("Delete: coffee")
    page.button("Add: coffee", "#welcome")
    page.type("#field-text", "bread\n")
    page.is_at("/new")
    page.press("Save")
    page.shows("хлеб", "#saved-word")
    page.open("/").shows("хлеб", "#words")
    assert not page.has("#welcome")


def test_a_tag_of_a_row_leads_to_the_words_with_it(server, open_page):
    server.visitor().import_words("text,translation,tags\nbread,хлеб,food b1\njourney,путешествие,b1\n")
    page = open_page(server).open("/")
    page.press("food", "#words")
    page.is_at("/search?text=food")
    page.shows("bread", "#words")
    assert len(page.rows("#words > li")) == 1


def test_several_words_are_chosen_starred_and_removed_at_once(words):
    assert not words.has("#words .tick")
    words.click("#choosing")
    for text in ("bread", "Haus"):
        words.click(f"[aria-label='Choose: {text}']")
    words.press("Add to favourites", "#chosen")
    for text in ("bread", "Haus"):
        words.button(f"Remove from favourites: {text}")
    words.until(lambda: not words.has("#chosen"), "none is chosen any more")
    for text in ("bread", "mela"):
        words.click(f"[aria-label='Choose: {text}']")
    words.press("Delete", "#chosen")
    words.shows("2 words removed", "#undo")
    assert len(words.rows("#words > li")) == 3
    words.press("Undo")
    words.button("Remove from favourites: bread")
    words.shows("mela", "#words")


def test_the_list_has_one_direction_and_the_order_of_the_alphabet(words):
    words.press("All languages · Newest first")
    words.press("German → Russian", "#languages")
    words.is_at("/?source=de&target=ru")
    words.shows_no_longer("serendipity", "#words")
    words.shows("German → Russian · Newest first", "#filters")
    assert "Haus" in words.text("#words") and "1 word" in words.text("#total")
    words.front().back()
    words.shows("serendipity", "#words")
    words.open("/").press("All languages · Newest first")
    words.press("By the alphabet", "#orders")
    words.is_at("/?order=alphabet")
    assert "bread" in words.rows("#words > li")[0]
    words.press("Delete: bread")
    words.shows("removed “bread”", "#undo")
    words.is_at("/?order=alphabet")
    words.press("Undo")
    words.button("Delete: bread")
    assert "bread" in words.rows("#words > li")[0]


def test_a_tag_is_given_to_several_words_and_taken_away(words):
    words.click("#choosing")
    for text in ("bread", "Haus"):
        words.click(f"[aria-label='Choose: {text}']")
    words.type("#chosen #field-tags", "rare" + Keys.ENTER)
    words.shows("2 words have the tags “rare”", "#notice")
    assert len([row for row in words.rows("#words > li") if "rare" in row]) == 2
    words.click("[aria-label='Choose: Haus']")
    words.type("#chosen #field-tags", "rare")
    words.press("Remove tags", "#chosen")
    words.shows("1 word does not have the tags “rare”", "#notice")
    assert len([row for row in words.rows("#words > li") if "rare" in row]) == 1
