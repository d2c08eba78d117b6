"""The worker: the last list without a server, and words that are typed meanwhile."""

import re
import select
import socket
import subprocess
import threading
import time

import pytest
from selenium.webdriver.common.keys import Keys

from support import WEB, WORDS, free_port, metrics
from test_accessibility import violations
from test_languages import english_words

pytestmark = pytest.mark.refused

WAITS = "waits on this device until the server has it"
# Whether the page without a server, all its files and the list are there, and the worker answers the next visit.
IS_READY = """
const done = arguments[0];
const keys = caches.open('offline').then((cache) => cache.keys());
Promise.all([keys, kept.list(), navigator.serviceWorker.getRegistration()]).then(([keys, list, registration]) =>
  done(keys.length >= 6 && list !== undefined && registration?.active?.state === 'activated'));
"""
TOKEN = """
const done = arguments[0];
caches.open('offline').then((cache) => cache.match('/offline')).then((page) => page.text()).then((text) => done(text));
"""
# Whether neither the list nor the page without a server is there.
HAS_NO_LIST = """
const done = arguments[0];
Promise.all([caches.keys(), kept.list()]).then(([names, list]) => done(names.length === 0 && list === undefined));
"""
WORKERS = "navigator.serviceWorker.getRegistrations().then((all) => arguments[0](all.length))"
# Keeps a word as if it had been typed yesterday.
PUT = """
kept.put({ id: crypto.randomUUID(), text: 'apple', from: 'en', to: 'ru', time: Date.now() - 864e5 }).then(arguments[0]);
"""


class Line:
    """A connection to a server that a test can cut. Browsers see another port, and so another site."""

    def __init__(self, server):
        self.server = server
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.losing = None
        self.lost = 0
        self.missing = None
        # The first two words of each request.
        self.asked = []
        self.is_gateway_only = False
        self.listener = None
        self.open()

    def open(self):
        self.listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, args=(self.listener,), daemon=True).start()

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def _accept(self, listener):
        while True:
            try:
                near, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=self._pass, args=(listener, near), daemon=True).start()

    def _pass(self, listener, near):
        far = socket.create_connection(("127.0.0.1", self.server.port))
        is_losing = False
        with near, far:
            while listener.fileno() >= 0:
                readable, _, _ = select.select([near, far], [], [], 0.05)
                for source in readable:
                    data = source.recv(65536)
                    if self.is_gateway_only and data:
                        near.sendall(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                        return
                    if source is near:
                        self.asked.append(b" ".join(data.split(b" ", 2)[:2]).decode(errors="replace"))
                        if self.missing is not None and data.startswith(self.missing):
                            near.sendall(
                                b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: 4\r\n"
                                b"Connection: close\r\n\r\ngone")
                            return
                        is_losing = self.losing is not None and self.losing in data
                    elif is_losing:
                        # The server has answered, and nobody hears it.
                        self.lost += 1
                        return
                    if not data:
                        return
                    (far if source is near else near).sendall(data)


@pytest.fixture
def kept(start_server, tmp_path):
    """A server whose words stay."""
    server = start_server(store=tmp_path / "superapp.sqlite")
    server.visitor().import_words(WORDS)
    return server


def ready(page, path="/"):
    """A page that can be opened without a server."""
    page.open(path)
    page.until(lambda: page.front().execute_async_script(IS_READY), "the worker has what it needs")
    page.is_idle()
    return page


def add(page, text):
    page.replace("#new-word [name=text]", text + Keys.ENTER)
    page.shows(text, "#waiting-words")


def has(page, text):
    page.until(lambda: any(text in row for row in page.rows("#words > li")), f"“{text}” is in the list")


def again(*pages):
    """Tells pages that the browser has a connection, so that they need not wait for their next try."""
    for page in pages:
        page.script("dispatchEvent(new Event('online'))")


def count(server, text):
    return sum(word == text for word in server.visitor().rows("/"))


def additions(server):
    """How many forms have arrived."""
    found = re.findall(r'^web_requests_total\{kind="action"[^}]*\} (\d+)', metrics(server.port), re.M)
    return sum(int(number) for number in found)


def test_the_last_list_is_shown_and_says_its_time(kept, open_page):
    page = ready(open_page(kept))
    kept.stop()
    page.open("/favorites")
    page.shows("The server cannot be reached. This is the list as of ", "[role=status]")
    page.shows("serendipity en→ru", "#words")
    page.shows("счастливая случайность", "#words")
    assert page.text("#list-title") == "All words"
    assert len(page.rows("#words > li")) == 5
    assert page.script("return document.querySelector('#words strong[lang=de]').textContent") == "Haus"
    assert "data-token" not in page.front().execute_async_script(TOKEN)
    assert not violations(page)
    add(page, "bread roll")
    assert not violations(page)


def test_the_server_has_the_word_as_long_as_it_answers(kept, open_page):
    page = ready(open_page(kept))
    kept.visitor().add_word("apple")
    page.open("/").shows("apple", "#words")
    assert page.open("/favorites").text("h1") == "Favourite words"
    assert page.open("/no-such-page").text("h1") == "There is no such page."
    page.open("/new?text=Haus&from=de&to=ru").is_at("/new")
    assert page.value("#field-text") == "Haus"
    kept.stop()
    page.open("/").shows("apple", "#words")
    page.shows("Offline", "h1")
    kept.start()
    # Without an event, it tries again by itself.
    page.shows("All words", "h1")


def test_a_gateway_that_does_not_reach_the_server_is_no_answer_of_it(kept, open_page):
    line = Line(kept)
    page = ready(open_page(line))
    line.is_gateway_only = True
    page.open("/").shows("This is the list", "#state")
    line.close()


def test_the_list_is_forgotten_when_one_must_sign_in_but_no_word_that_waits(start_server, tmp_path, open_page):
    file = tmp_path / "password"
    subprocess.run([WEB, "password", str(file)], input="correct horse\n", text=True, check=True, timeout=30)
    server = start_server("--password-file", str(file), store=tmp_path / "superapp.sqlite")
    page = open_page(server).open("/")
    page.type("#field-password", "correct horse\n")
    page.one("nav")
    ready(page)
    # A browser that is signed in keeps it.
    page.open("/login?next=%2Fsettings").is_at("/settings")
    server.stop()
    page.open("/offline").shows("This is the list", "#state")
    page.script("document.getElementById('field-to').value = 'en'")
    add(page, "apple")
    server.start()
    again(page)
    page.shows("not saved", "#waiting-words")
    page.shows("not saved", "#said.bad")
    page.cdp("Network.clearBrowserCookies")
    page.open("/login?next=%2Fsettings")
    page.type("#field-password", "correct horse\n")
    page.is_at("/settings")
    page.open("/offline").shows("apple", "#waiting-words")
    assert not page.has("#list")


def test_a_site_that_is_for_many_people_now_leaves_only_words_that_wait(kept, open_page):
    line = Line(kept)
    page = ready(open_page(line))
    line.close()
    page.open("/offline").shows("This is the list", "#state")
    add(page, "apple")
    line.missing = b"GET /offline "
    line.open()
    again(page)
    page.until(lambda: page.front().execute_async_script(HAS_NO_LIST), "the list is forgotten")
    page.until(lambda: page.front().execute_async_script(WORKERS) == 1, "the worker stays for the word")
    page.press("Delete: apple")
    page.until(lambda: not page.has("#waiting li"), "nothing waits")
    page.open("/offline")
    page.until(lambda: page.front().execute_async_script(WORKERS) == 0, "the worker has left")
    assert count(kept, "apple") == 0
    line.close()


def test_the_page_asks_no_more_when_the_server_answers_and_no_word_waits(kept, open_page):
    line = Line(kept)
    page = ready(open_page(line))
    page.open("/offline").shows("The server answers.", "#state")
    asked = line.asked.count("HEAD /kept.js")
    time.sleep(5)
    assert line.asked.count("HEAD /kept.js") == asked > 0
    pages = line.asked.count("GET /offline")
    again(page)
    page.until(lambda: line.asked.count("HEAD /kept.js") > asked, "it asks again")
    assert line.asked.count("GET /offline") == pages
    line.close()


def test_a_word_has_the_time_at_which_it_was_typed(kept, open_page):
    page = ready(open_page(kept))
    kept.stop()
    page.open("/offline").shows("This is the list", "#state")
    page.front().execute_async_script(PUT)
    kept.start()
    again(page)
    page.until(lambda: count(kept, "apple") == 1, "it is there")
    assert list(kept.visitor().rows("/"))[-1] == "apple"


def test_words_arrive_once_when_the_server_is_back_and_two_tabs_are_open(kept, open_page):
    page = ready(open_page(kept))
    other = page.tab().open("/favorites")
    kept.stop()
    page.open("/").shows("This is the list", "#state")
    add(page, "apple")
    page.shows(f"“apple” {WAITS}", "#said")
    other.open("/").shows("apple", "#waiting-words")
    add(other, "pear")
    page.shows("pear", "#waiting-words")
    kept.start()
    again(page, other)
    for tab in (page, other):
        tab.shows("All words", "h1")
        has(tab, "pear")
    page.until(lambda: not page.has("#waiting"), "nothing waits")
    assert (count(kept, "apple"), count(kept, "pear")) == (1, 1)
    assert additions(kept) == 2


def lose_answer(server, open_page):
    """Types “apple” without a connection, has it sent, and loses the answer."""
    line = Line(server)
    page = ready(open_page(line))
    line.close()
    page.open("/").shows("This is the list", "#state")
    add(page, "apple")
    line.losing = b"POST /action/add-waiting-word"
    line.open()
    again(page)
    page.until(lambda: line.lost > 0, "an answer is lost")
    return line, page


def send_again(line, page):
    """Has the word sent once more, and waits for the answer."""
    line.losing = None
    again(page)
    page.shows("All words", "h1")
    page.until(lambda: not page.has("#waiting"), "nothing waits")


def test_a_word_that_waits_is_sent_although_the_answer_was_lost_and_is_there_once(kept, open_page):
    line, page = lose_answer(kept, open_page)
    assert count(kept, "apple") == 1
    send_again(line, page)
    assert count(kept, "apple") == 1
    line.close()


def test_a_word_that_was_removed_after_its_answer_was_lost_stays_removed(kept, open_page):
    line, page = lose_answer(kept, open_page)
    visitor = kept.visitor()
    visitor.post("remove", "/", {"id": visitor.rows("/")["apple"].removeprefix("/word/")})
    send_again(line, page)
    assert count(kept, "apple") == 0
    line.close()


def test_a_refused_word_stays_with_its_reason_until_it_is_corrected_or_removed(kept, open_page):
    page = ready(open_page(kept))
    kept.stop()
    page.open("/new?text=apple&from=en&to=en").shows("This is the list", "#state")
    assert page.value("#field-text") == "apple"
    page.press("Save", "#new-word")
    page.shows("apple", "#waiting-words")
    page.script("document.getElementById('field-to').value = 'en'")
    add(page, "plum")
    add(page, "pear")
    page.press("Delete: pear")
    page.shows("removed “pear”", "#said")
    kept.start()
    again(page)
    page.until(lambda: page.path == "/new" and page.text("h1") == "New word", "the server's page")
    page.shows("Words that wait on this device: 2", "#waiting")
    page.press("Show it", "#waiting")
    page.shows("not saved: a word in “en” cannot be translated into “en”", "#waiting-words")
    assert not violations(page)
    page.script("document.querySelectorAll('#waiting-words [name=to]').forEach((e) => (e.value = 'ru'))")
    page.press("Save", "#waiting-words li:first-child")
    page.shows("saved “apple”", "#said")
    page.press("Delete: plum")
    page.until(lambda: not page.has("#waiting"), "nothing waits")
    assert (count(kept, "apple"), count(kept, "plum"), count(kept, "pear")) == (1, 0, 0)


def test_an_open_page_sends_the_words_when_the_server_is_there_again(kept, open_page):
    page = ready(open_page(kept))
    page.is_connected()
    other = page.tab()
    kept.stop()
    other.open("/offline").shows("This is the list", "#state")
    add(other, "apple")
    other.close()
    page.shows("Words that wait on this device: 1", "#waiting")
    page.shows("Go on offline", "#connection")
    assert not violations(page)
    kept.start()
    page.until(lambda: not page.has("#waiting"), "nothing waits")
    has(page, "apple")
    assert count(kept, "apple") == 1


def test_a_server_that_knows_the_session_no_longer_gets_the_word(kept, open_page):
    page = ready(open_page(kept))
    kept.stop()
    page.open("/offline").shows("This is the list", "#state")
    add(page, "apple")
    page.cdp("Network.clearBrowserCookies")
    kept.start()
    again(page)
    page.shows("saved “apple”", "#said")
    page.shows("The server answers.", "#state")
    assert count(kept, "apple") == 1


def test_a_word_that_the_list_has_already_is_no_second_one(kept, open_page):
    page = ready(open_page(kept))
    kept.stop()
    page.open("/offline").shows("This is the list", "#state")
    add(page, "bread")
    kept.start()
    again(page)
    page.until(lambda: not page.has("#waiting"), "nothing waits")
    assert count(kept, "bread") == 1


def test_the_page_without_a_server_is_russian(start_server, tmp_path, open_page):
    server = start_server("--locale", "ru", store=tmp_path / "superapp.sqlite")
    server.visitor("ru").import_words(WORDS)
    page = ready(open_page(server))
    server.stop()
    page.open("/").shows("Сервер недоступен. Показан список на ", "#state")
    page.replace("#field-text", "qwrtzpf" + Keys.ENTER)
    page.shows("«qwrtzpf» ждёт", "#said")
    page.script("document.getElementById('field-to').value = document.getElementById('field-from').value")
    page.replace("#field-text", "bread" + Keys.ENTER)
    page.shows("bread", "#waiting-words")
    assert not english_words(page)
    server.start()
    again(page)
    page.shows("Ждут отправки с этого устройства: 1", "#waiting")
    assert not english_words(page)
    page.press("Показать", "#waiting")
    page.shows("не сохранено:", "#waiting-words")
    assert not english_words(page)
