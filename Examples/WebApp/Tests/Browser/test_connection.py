"""The server stops, and starts again."""

import time

import pytest
from selenium.webdriver.common.keys import Keys

from support import WORDS

pytestmark = pytest.mark.refused

LOST = "The connection is lost."


@pytest.fixture
def kept(start_server, tmp_path):
    """A server whose data stay."""
    return start_server(store=tmp_path / "superapp.sqlite")


def test_a_lost_connection_is_shown_and_mends_by_itself(kept, open_page):
    page = open_page(kept).open("/")
    page.mark()
    page.is_connected()
    assert not page.has("#connection")
    kept.stop()
    page.shows(LOST, "#connection")
    kept.start()
    page.until(lambda: not page.has("#connection"), "the connection is mended")
    kept.visitor().add_word("bread")
    page.shows("хлеб", "#words")
    assert page.is_marked


def test_what_changed_while_the_connection_was_lost_appears(kept, open_page):
    page = open_page(kept).open("/todo")
    page.is_connected()
    kept.stop()
    page.shows(LOST, "#connection")
    kept.start()
    kept.visitor().add_task("Buy milk")
    page.shows("Buy milk", "#tasks")


def test_typed_text_is_still_there_and_the_next_action_works(kept, open_page):
    page = open_page(kept).open("/todo")
    page.is_connected()
    page.type("#field-text", "Buy milk")
    kept.stop()
    page.shows(LOST, "#connection")
    kept.start()
    page.until(lambda: not page.has("#connection"), "the connection is mended")
    page.is_idle()
    assert page.value("#field-text") == "Buy milk"
    page.keys(Keys.ENTER)
    page.shows("Buy milk", "#tasks")


def test_a_word_typed_before_the_server_started_again_is_still_there_and_can_be_saved(kept, open_page):
    page = open_page(kept).open("/new")
    page.is_connected()
    page.type("#field-text", "bread")
    page.shows("хлеб", "#suggestions")
    kept.stop()
    page.shows(LOST, "#connection")
    kept.start()
    page.until(lambda: not page.has("#connection"), "the connection is mended")
    page.until(lambda: not page.has("#suggestions"), "the page of the new server")
    assert page.value("#field-text") == "bread"
    page.keys(Keys.ENTER)
    page.shows("saved “bread”", "#saved-message")
    assert page.value("#field-text") == ""


def test_all_tabs_show_that_the_connection_is_lost_and_are_brought_up_to_date(kept, open_page):
    page = open_page(kept).open("/")
    page.is_connected()
    other = page.tab().open("/")
    other.is_idle()
    kept.stop()
    for tab in (page, other):
        tab.shows(LOST, "#connection")
    kept.start()
    kept.visitor().add_word("bread")
    for tab in (page, other):
        tab.until(lambda: not tab.has("#connection"), "the connection is mended")
        tab.shows("bread", "#words")


def test_an_action_without_a_connection_says_so_and_keeps_the_text(kept, open_page):
    page = open_page(kept).open("/todo")
    page.is_connected()
    page.type("#field-text", "Buy milk")
    kept.stop()
    page.keys(Keys.ENTER)
    page.shows(LOST, "#connection")
    assert page.value("#field-text") == "Buy milk"
    kept.start()
    page.until(lambda: not page.has("#connection"), "the connection is mended")
    page.is_idle()
    assert page.value("#field-text") == "Buy milk"
    page.press("Save")
    page.shows("Buy milk", "#tasks")
    page.until(lambda: page.value("#field-text") == "", "the field is empty")
    assert page.rows("#tasks > li .what") == ["Buy milk"]


def test_an_edit_typed_before_the_server_started_again_is_saved(kept, open_page):
    visitor = kept.visitor()
    visitor.add_task("Buy milk")
    page = open_page(kept).open(visitor.rows("/todo")["Buy milk"])
    page.is_connected()
    page.type("#field-notes", "Two bottles.")
    kept.stop()
    kept.start()
    page.press("Save")
    page.is_at("/todo")
    page.press("Buy milk", "#tasks")
    assert page.value("#field-notes") == "Two bottles."


@pytest.mark.refused
@pytest.mark.parametrize("address", ["new", "known"])
def test_a_refused_task_counts_as_typed_and_survives_a_new_server(kept, open_page, address):
    visitor = kept.visitor()
    visitor.add_task("Water the plants")
    page = open_page(kept).open("/todo/new" if address == "new" else visitor.rows("/todo")["Water the plants"])
    page.is_connected()
    page.replace("#field-text", "Water the trees")
    page.type("#field-notes", "Twice.")
    page.type("#field-deadline", "someday")
    page.press("Save")
    page.shows("is no date", "#notice")
    page.is_idle()
    assert page.asks_before_it_is_left
    kept.stop()
    kept.start()
    page.is_connected()
    page.until(lambda: not page.has("#connection"), "the connection is mended")
    assert [page.value(f"#field-{name}") for name in ("text", "notes", "deadline")] == [
        "Water the trees", "Twice.", "someday"]


def test_the_first_action_after_a_restart_works_before_the_page_has_connected_again(kept, open_page):
    page = open_page(kept).open("/new")
    page.is_connected()
    page.block("*/events*")
    kept.stop()
    kept.start()
    page.type("#field-text", "bread" + Keys.ENTER)
    page.shows("saved “bread”", "#saved-message")


def test_the_server_stops_within_five_seconds_with_open_pages(kept, open_page):
    for path in ("/", "/todo", "/search"):
        open_page(kept).open(path).is_connected()
    start = time.monotonic()
    kept.stop()
    assert time.monotonic() - start < 5


def test_a_page_of_a_proxy_is_shown_as_the_reason(page):
    # Once it is connected, the page does not bring itself up to date any more.
    page.open("/import").is_connected()
    page.script("show('<html><title>413</title><h1>413 Request Entity Too Large</h1>')")
    page.shows("413 Request Entity Too Large", "#notice")
    page.shows("Import", "h1")


# Intervals run when the test says so.
MANUAL_CLOCK = "window.setInterval = (work) => { window.tick = work; };"


def test_a_connection_on_which_nothing_arrives_is_shown_as_lost_and_opened_again(kept, open_page):
    page = open_page(kept)
    page.before_load(MANUAL_CLOCK)
    page.open("/").is_connected()
    page.mark()
    with kept.frozen():
        page.script("for (let seconds = 2; seconds < 40; seconds += 2) tick()")
        assert not page.has("#connection")
        page.script("tick()")
        page.shows(LOST, "#connection")
    page.until(lambda: not page.has("#connection"), "the connection is mended")
    kept.visitor().add_word("bread")
    page.shows("хлеб", "#words")
    assert page.is_marked


def test_a_refresh_that_failed_is_tried_again(kept, open_page):
    page = open_page(kept).open("/todo")
    page.is_connected()
    page.block("*/todo")
    kept.visitor().add_task("Buy milk")
    page.shows(LOST, "#connection")
    page.block()
    page.shows("Buy milk", "#tasks")
    page.until(lambda: not page.has("#connection"), "the loss is no longer shown")


def test_a_search_that_failed_is_tried_again(kept, open_page):
    kept.visitor().import_words(WORDS)
    page = open_page(kept).open("/search")
    page.is_connected()
    page.block("*/search?*")
    page.type("#field-text", "jour")
    page.shows(LOST, "#connection")
    assert page.value("#field-text") == "jour"
    page.block()
    page.shows("journey", "#words")


def test_a_server_that_does_not_answer_does_not_hold_up_the_page_for_ever(kept, open_page):
    page = open_page(kept)
    page.before_load("const timeout = AbortSignal.timeout; AbortSignal.timeout = (time) => timeout.call(AbortSignal, time / 100);")
    page.open("/todo").is_connected()
    with kept.frozen():
        page.type("#field-text", "Buy milk" + Keys.ENTER)
        page.shows(LOST, "#connection")
        page.until(lambda: page.value("#field-text") == "Buy milk", "the text is in the field again")
    page.until(lambda: not page.has("#connection"), "the loss is no longer shown")
    page.press("Save")
    page.until(lambda: page.value("#field-text") == "", "the field is empty")
    # The server may have read the first form after all.
    assert page.rows("#tasks > li .what") == ["Buy milk"]


# The server performs the next form that saves, and its answer does not arrive.
LOSE_ANSWER = """
const real = window.fetch;
window.fetch = async (...all) => {
  const answer = await real(...all);
  if (!/add|save/.test(all[0])) return answer;
  window.fetch = real;
  window.isLost = true;
  throw new TypeError('the answer is lost');
};
"""


@pytest.mark.parametrize("path, list", [("/todo", "/todo"), ("/todo/new", "/todo"), ("/new", "/")])
def test_what_is_sent_again_after_a_lost_answer_is_added_once(server, page, path, list):
    page.open(path).is_connected()
    page.script(LOSE_ANSWER)
    page.type("#field-text", "bread" + Keys.ENTER)
    page.until(lambda: page.script("return window.isLost"), "the answer is lost")
    page.is_idle()
    page.until(lambda: not page.has("#connection"), "the page is refreshed")
    assert page.value("#field-text") == "bread"
    page.press("Save")
    page.until(lambda: page.path != path or page.value("#field-text") == "", "it is saved")
    page.open(list).shows("bread", ".rows")
    assert len(page.rows()) == 1


@pytest.mark.parametrize("path", ["/todo", "/new"])
def test_several_texts_that_could_not_be_sent_come_back_in_their_order(page, path):
    page.open(path).is_connected()
    page.block("*/action/*")
    page.type("#field-text", "".join(f"{text}{Keys.ENTER}" for text in ("one", "two", "three")) + "four")
    page.until(lambda: page.value("#field-text") == "one two three four", "all are there")


# No form arrives, and the page's time stands still.
STAND_STILL = """
window.fetch = async () => { throw new TypeError('no connection') };
performance.now = () => 0;
"""


@pytest.mark.parametrize("typed, text", [("two", "one two"), (" two", "one two"), (Keys.BACKSPACE + "ce", "once")])
def test_what_is_typed_just_when_a_text_comes_back_is_not_joined_to_it(page, typed, text):
    page.open("/todo").is_connected()
    page.script(STAND_STILL)
    page.type("#field-text", "one" + Keys.ENTER)
    page.until(lambda: page.value("#field-text") == "one", "it is back")
    page.type("#field-text", typed)
    assert page.value("#field-text") == text


def test_a_word_that_is_being_typed_when_a_text_comes_back_stays_whole(page):
    page.open("/todo").is_connected()
    page.script("""
        window.fetch = () => new Promise((answer, fail) => (window.lose = () => fail(new TypeError('no connection'))));
        performance.now = () => 0;
    """)
    page.type("#field-text", "one" + Keys.ENTER + "tw")

    def is_back():
        # What was typed before may have been sent, too.
        page.script("window.lose?.()")
        return page.value("#field-text") == "one tw"

    page.until(is_back, "it is back")
    page.type("#field-text", "o")
    assert page.value("#field-text") == "one two"


def test_a_page_with_forms_that_are_not_answered_asks_before_it_is_left(kept, open_page):
    kept.visitor().add_task("Buy milk")
    page = open_page(kept).open("/todo")
    page.is_connected()
    assert not page.asks_before_it_is_left
    with kept.frozen():
        page.press("Done: Buy milk")
        assert page.asks_before_it_is_left
    page.shows_no_longer("Buy milk", "#tasks")
    page.is_idle()
    assert not page.asks_before_it_is_left


def test_a_word_that_the_server_does_not_have_yet_asks_before_the_page_is_left(kept, open_page):
    page = open_page(kept).open("/new")
    page.is_connected()
    page.block("*/action/*")
    page.type("#field-text", "bread")
    page.shows(LOST, "#connection")
    assert page.asks_before_it_is_left
    page.block()
    page.keys("s")
    page.until(lambda: not page.asks_before_it_is_left, "the server has the text")
