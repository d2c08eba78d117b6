"""The server stops, and starts again."""

import time

import pytest
from selenium.webdriver.common.keys import Keys

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


def test_the_first_action_after_a_restart_works_before_the_page_has_connected_again(kept, open_page):
    page = open_page(kept).open("/new")
    page.is_connected()
    page.cdp("Network.enable")
    page.cdp("Network.setBlockedURLs", urls=["*/events*"])
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
    page.open("/import")
    page.script("show('<html><title>413</title><h1>413 Request Entity Too Large</h1>')")
    page.shows("413 Request Entity Too Large", "#notice")
    page.shows("Import", "h1")
