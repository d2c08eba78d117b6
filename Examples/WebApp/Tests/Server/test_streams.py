"""Many streams of events, and many sessions."""

import concurrent.futures
import resource
import selectors
import socket
import time
import unittest

from browser import Browser
from webserver import ServerTest, wait_until

STREAMS = 1024
STREAMS_OF_SESSION = 16
LIVE = 256


class ManyTest(ServerTest):
    def setUp(self):
        super().setUp()
        # As the guide says. The server inherits it.
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft < 8192:
            resource.setrlimit(resource.RLIMIT_NOFILE, (8192, hard))
        self.web = self.server()

    def open_streams(self, cookies):
        """Opens a stream for each cookie, all at once. Returns the sockets of those that are open, and the other answers."""
        selector = selectors.DefaultSelector()
        for cookie in cookies:
            connection = socket.create_connection(("127.0.0.1", self.web.port), timeout=30)
            self.addCleanup(connection.close)
            connection.setblocking(False)
            selector.register(connection, selectors.EVENT_READ, bytearray())
            connection.send(
                f"GET /events HTTP/1.1\r\nHost: {self.web.host}\r\nCookie: {self.web.cookie_name}={cookie}\r\n\r\n".encode()
            )
        opened, refused = [], []
        end = time.monotonic() + 60
        while selector.get_map() and time.monotonic() < end:
            for key, _ in selector.select(1):
                data = key.fileobj.recv(65536)
                key.data.extend(data)
                is_open, is_ended = (
                    b"event: hello" in key.data,
                    not data or b"</html>" in key.data or b"\r\n0\r\n\r\n" in key.data,
                )
                if is_open or is_ended:
                    selector.unregister(key.fileobj)
                    (opened if is_open else refused).append(key.fileobj if is_open else bytes(key.data))
        self.assertEqual(len(selector.get_map()), 0, "streams without an answer")
        return opened, refused

    def check_refused(self, answers):
        for answer in answers:
            head = answer.split(b"\r\n\r\n")[0].lower()
            self.assertTrue(head.startswith(b"http/1.1 429 "), answer[:200])
            self.assertIn(b"retry-after: ", head)

    def check_pages_are_fast(self, browser, limit=1):
        for path in ("/", "/todo", "/search?text=a"):
            start = time.monotonic()
            self.assertEqual(browser.get(path).status, 200)
            self.assertLess(time.monotonic() - start, limit)


class Streams(ManyTest):
    def test_a_thousand_streams_leave_the_server_quick_and_are_all_freed(self):
        browsers = [Browser(self.web) for _ in range(100)]
        visitor = Browser(self.web)
        opened, refused = self.open_streams([browser.cookie for browser in browsers for _ in range(12)])
        self.assertEqual((len(opened), len(refused)), (STREAMS, 1200 - STREAMS))
        self.check_refused(refused)
        self.check_pages_are_fast(visitor)
        self.assertEqual(self.web.metrics()["web_streams"], STREAMS)
        for connection in opened:
            connection.close()
        wait_until(lambda: self.web.metrics()["web_streams"] == 0, 30, "the end of all streams")
        # There is place again.
        stream = visitor.events()
        self.addCleanup(stream.close)
        stream.wait("hello")

    def test_the_streams_of_one_session_are_limited_and_others_still_get_one(self):
        greedy, other = Browser(self.web), Browser(self.web)
        opened, refused = self.open_streams([greedy.cookie] * 60)
        self.assertEqual(len(opened), STREAMS_OF_SESSION)
        self.check_refused(refused)
        stream = other.events()
        self.addCleanup(stream.close)
        stream.wait("hello")

    def test_streams_whose_clients_leave_without_a_word_are_freed(self):
        browser = Browser(self.web)
        for _ in range(3):
            opened, _ = self.open_streams([browser.cookie] * 10)
            for connection in opened:
                # A reset, as after a crash of the browser.
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                connection.close()
            wait_until(lambda: self.web.metrics()["web_streams"] == 0, 30, "the end of the streams")

    def test_a_client_that_reads_nothing_does_not_hold_up_the_events_of_others(self):
        browser = Browser(self.web)
        browser.get("/")
        self.open_streams([browser.cookie] * 3)
        stream = browser.events()
        self.addCleanup(stream.close)
        stream.wait("hello")
        for number in range(150):
            known = len(stream.received)
            self.assertEqual(browser.add_word(f"word{number}").status, 303)
            browser.get("/", {"X-Refresh": "1"})
            if number % 30 == 0:
                wait_until(lambda: len(stream.received) > known, 5, "an event")
        self.assertFalse(stream.is_ended)


class Sessions(ManyTest):
    def test_a_thousand_sessions_fit_in_a_gigabyte(self):
        first = Browser(self.web)
        rows = "text,translation,source,target\n" + "".join(f"word{number},слово,en,ru\n" for number in range(500))
        self.assertEqual(first.upload("import-words", "/import", "a.csv", rows.encode()).status, 200)
        self.assertEqual(len(first.words()), 500)
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            browsers = list(pool.map(lambda _: Browser(self.web), range(1000)))
        metrics = self.web.metrics()
        live, parked = metrics['web_sessions{state="live"}'], metrics['web_sessions{state="parked"}']
        self.assertEqual(live + parked, 1001)
        # Besides those in use.
        self.assertLessEqual(live, LIVE + 8)
        self.assertLess(metrics["process_resident_memory_bytes"], 1e9)
        print(f"1,001 sessions: {metrics['process_resident_memory_bytes'] / 1e6:.0f} MB, {live:.0f} live", flush=True)
        # The first was put away, and comes back with what it had.
        self.assertEqual(browsers[0].add_word("after parking").status, 303)
        self.assertIn("after parking", browsers[0].get("/").text)
        self.assertIn(
            "after parking", wait_until(lambda: "after parking" in first.get("/").text and first.get("/").text)
        )
        self.check_pages_are_fast(browsers[0])

    def test_sessions_with_open_pages_stay_live_and_memory_does_not_grow_with_every_new_session(self):
        kept = Browser(self.web)
        stream = kept.events()
        self.addCleanup(stream.close)
        stream.wait("hello")

        def open_sessions(count):
            with concurrent.futures.ThreadPoolExecutor(4) as pool:
                list(pool.map(lambda _: Browser(self.web), range(count)))
            return self.web.metrics()["process_resident_memory_bytes"]

        before = open_sessions(400)
        after = open_sessions(400)
        # 400 sessions more are parked: their trees and connections are gone. Each would take a megabyte.
        self.assertLess(after - before, 100e6)
        kept.get("/")
        kept.add_word("house")
        stream.wait("change", "/")
        self.assertFalse(stream.is_ended)


if __name__ == "__main__":
    unittest.main()
