"""The screen for a new word."""

import pytest
from selenium.webdriver.common.keys import Keys


def test_a_word_is_added_and_its_translation_arrives_without_a_reload(page):
    page.open("/new").mark()
    page.type("#field-text", "bread" + Keys.ENTER)
    page.shows("saved “bread”", "#saved-message")
    page.shows("хлеб", "#saved-word")
    assert page.is_marked
    assert page.value("#field-text") == ""
    assert page.focus == "Word or phrase"
    page.open("/").shows("хлеб", "#words")


def test_the_translation_arrives_in_the_list_of_another_tab_without_a_reload(page):
    page.open("/").mark()
    page.is_connected()
    new = page.tab().open("/new")
    new.type("#field-text", "apple" + Keys.ENTER)
    page.shows("яблоко", "#words")
    assert page.is_marked


def test_an_unknown_word_says_that_no_translation_was_found(page):
    page.open("/new")
    page.type("#field-text", "qwrtzpf" + Keys.ENTER)
    page.shows("no translation was found", "#saved-word")
    page.open("/").shows("no translation was found", "#words")


def test_a_misspelt_word_names_what_is_like_it(page):
    page.open("/new")
    page.type("#field-text", "breadd" + Keys.ENTER)
    page.shows("no translation was found", "#saved-word")
    page.shows("did you mean:", "#saved")
    page.shows("bread", "#other-meanings")
    page.press("Select: bread", "#other-meanings")
    page.shows("хлеб", "#saved-word")
    page.open("/").shows("bread", "#words")
    assert len(page.rows("#words > li")) == 1


def test_a_word_that_is_known_in_another_direction_gets_that_direction(page):
    page.open("/new")
    page.type("#field-text", "хлеб" + Keys.ENTER)
    page.shows("known in another direction:", "#saved")
    page.press("Select: хлеб", "#other-meanings")
    page.shows("ru→en", "#saved-word")
    page.shows("bread", "#saved-word")


@pytest.mark.refused
def test_a_word_that_is_there_already_is_one_press_away(page):
    page.open("/new")
    for _ in range(2):
        page.replace("#field-text", "bread" + Keys.ENTER)
        page.is_idle()
    page.shows("“bread” is there already", "#notice")
    page.press("Show it", "#notice")
    page.shows("хлеб", "#senses")


def test_a_word_that_differs_only_in_case_is_named(page):
    page.open("/new")
    page.type("#field-text", "bread" + Keys.ENTER)
    page.shows("saved “bread”")
    page.type("#field-text", "Bread" + Keys.ENTER)
    page.shows("saved “Bread”")
    page.shows("similar to:", "#saved")
    page.shows("bread", "#similar")


@pytest.mark.refused
def test_without_a_text_it_says_so_and_adds_nothing(page):
    page.open("/new")
    page.type("#field-text", "  " + Keys.ENTER)
    page.shows("there is no text", "#notice")
    page.open("/").shows("No words yet")


def test_suggestions_appear_while_one_types_and_one_can_be_chosen(page):
    page.open("/new").mark()
    page.type("#field-text", "brea")
    page.shows("bread – хлеб", "#suggestions")
    suggestion = next(e for e in page.all("#suggestions button") if e.text == "bread – хлеб")
    suggestion.click()
    page.until(lambda: page.value("#field-text") == "bread", "the field has the suggestion")
    page.press("Save")
    page.shows("хлеб", "#saved-word")
    assert page.is_marked


def test_suggestions_do_not_take_away_what_is_typed_meanwhile(page):
    page.open("/new")
    text = "breakfast in bed"
    for letter in text:
        page.type("#field-text", letter)
    page.is_idle()
    page.until(lambda: page.value("#field-text") == text, "the field has everything that was typed")
    page.keys(Keys.ENTER)
    page.shows(f"saved “{text}”")


def test_the_language_is_chosen_for_the_next_words_and_is_remembered(page):
    page.open("/new")
    page.press("Language of the word: English")
    page.click("#language-de")
    page.press("Select")
    page.button("Language of the word: German")
    page.type("#field-text", "Brot" + Keys.ENTER)
    page.shows("хлеб", "#saved-word")
    page.open("/new").button("Language of the word: German")


def test_a_cancelled_choice_of_language_changes_nothing(page):
    page.open("/new")
    page.press("Language of the translation: Russian")
    page.click("#language-it")
    page.press("Cancel")
    page.button("Language of the translation: Russian")
    assert not page.has("#candidates")


def test_languages_are_swapped_and_the_typed_text_stays(page):
    page.open("/new")
    page.type("#field-text", "хлеб")
    page.press("Swap languages")
    page.button("Language of the word: Russian")
    page.button("Language of the translation: English")
    assert page.value("#field-text") == "хлеб"
    page.press("Save")
    page.shows("bread", "#saved-word")


# Has the page wait for the answer to what is typed.
SLOW_TYPING = """
const real = window.fetch;
window.fetch = async (...all) => {
  const answer = await real(...all);
  if (all[0].endsWith("/type-word")) await new Promise((resolve) => setTimeout(resolve, 1000));
  return answer;
};
"""


@pytest.mark.parametrize("button", ["Save", "Swap languages"])
def test_a_button_that_is_pressed_before_the_typed_text_is_answered_works(page, button):
    page.open("/new").script(SLOW_TYPING)
    page.type("#field-text", "хлеб")
    page.one("main[aria-busy]")
    page.press(button)
    if button == "Save":
        page.shows("saved “хлеб”", "#saved-message")
    else:
        page.button("Language of the word: Russian")


@pytest.mark.parametrize("width, height", [(390, 844), (1280, 800)])
def test_nothing_that_is_clicked_moves_while_suggestions_come(page, width, height):
    page.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 400)
    page.open("/new")
    page.type("#field-text", "apple" + Keys.ENTER)
    page.shows("яблоко", "#saved-word")
    places = """
        return [...document.querySelectorAll('main :is(a, button, input)')]
          .filter((e) => e.checkVisibility() && !e.closest('#suggestions')).map((e) => {
            const { left, top } = e.getBoundingClientRect();
            return [e.textContent, left, top];
          });"""
    before = page.script(places)
    page.type("#field-text", "brea")
    page.shows("bread – хлеб", "#suggestions")
    assert page.script(places) == before


def test_the_language_of_the_other_side_swaps_the_two(page):
    page.open("/new")
    page.press("Language of the word: English")
    page.click("#language-ru")
    page.press("Select")
    page.button("Language of the word: Russian")
    page.button("Language of the translation: English")


def test_several_words_are_typed_without_a_pause(page):
    page.open("/new")
    page.type("#field-text", "".join(f"word {number}{Keys.ENTER}" for number in range(5)) + "and more")
    page.shows("word 4", "#saved-word")
    page.is_idle()
    assert page.value("#field-text") == "and more"
    page.open("/")
    assert sorted(row.split("\n")[0].split(" en")[0] for row in page.rows("#words > li .what")) == [
        f"word {number}" for number in range(5)]


@pytest.mark.refused
def test_a_word_that_the_server_did_not_get_is_in_the_field_again(server, page):
    page.open("/new")
    page.is_connected()
    server.stop()
    page.type("#field-text", "bread" + Keys.ENTER)
    page.until(lambda: page.value("#field-text") == "bread", "the word is in the field")
    page.shows("The connection is lost", "#connection")


def test_return_saves_with_the_marked_language_while_one_is_chosen(page):
    page.open("/new")
    page.press("Language of the word: English")
    page.click("#language-de")
    page.type("#field-text", "Haus" + Keys.ENTER)
    page.shows("Haus", "#saved-word")
    page.shows("de", "#saved-word")
    page.shows("German", "#languages")
