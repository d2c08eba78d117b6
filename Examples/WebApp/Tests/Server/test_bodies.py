"""Bodies and headers that are too large, too slow, or garbage: an answer of 4xx, and everybody else is served."""

import os
import random
import socket
import threading
import time
import unittest

from browser import Browser
from webserver import ServerTest, is_closed, read_answer, wait_until

FORM_LIMIT = 256 * 1024
UPLOAD_LIMIT = 16 * 1024 * 1024
FORM = "application/x-www-form-urlencoded"


class BodyTest(ServerTest):
    def setUp(self):
        super().setUp()
        self.web = self.server()
        self.browser = Browser(self.web)

    def head(self, action="add-word", type=FORM, more=""):
        """The head of a form's request, without its end."""
        return (
            f"POST /action/{action} HTTP/1.1\r\nHost: {self.web.host}\r\nOrigin: {self.browser.origin}\r\n"
            f"Cookie: {self.web.cookie_name}={self.browser.cookie}\r\nContent-Type: {type}\r\n{more}"
        ).encode()

    def send(self, body, type=FORM, action="add-word"):
        """Sends a body as it is."""
        return self.web.exchange(self.head(action, type, f"Content-Length: {len(body)}\r\n") + b"\r\n" + body, 60)

    def check_refused(self, answer, *statuses):
        self.assertIsNotNone(answer, "the connection was closed without an answer")
        self.assertIn(answer.status, statuses or range(400, 500))

    def check_serves_others(self, limit=5.0):
        start = time.monotonic()
        self.assertEqual(self.browser.get("/").status, 200)
        self.assertLess(time.monotonic() - start, limit)


class Size(BodyTest):
    def test_a_body_that_says_it_is_too_large_is_refused_before_it_is_sent(self):
        for type, size in (
            (FORM, FORM_LIMIT + 1),
            ("multipart/form-data; boundary=b", UPLOAD_LIMIT + 1),
            (FORM, 10**15),
        ):
            with self.subTest(size), self.web.connect() as connection:
                connection.sendall(self.head(type=type, more=f"Content-Length: {size}\r\n\r\n"))
                self.check_refused(read_answer(connection), 413)
                self.assertTrue(is_closed(connection), "the connection stays open")

    def test_a_body_in_chunks_without_an_end_is_refused_at_the_limit(self):
        for type, limit in ((FORM, FORM_LIMIT), ("multipart/form-data; boundary=b", UPLOAD_LIMIT)):
            with self.subTest(type), self.web.connect() as connection:
                connection.sendall(self.head(type=type, more="Transfer-Encoding: chunked\r\n\r\n"))
                chunk = b"10000\r\n" + b"a" * 65536 + b"\r\n"
                sent = 0
                try:
                    for _ in range(limit // 65536 + 200):
                        connection.sendall(chunk)
                        sent += 65536
                except OSError:
                    pass  # Refused and closed.
                answer = read_answer(connection)
                if answer:
                    self.check_refused(answer, 413)
                self.assertTrue(answer or sent < limit + 200 * 65536)
                self.assertTrue(is_closed(connection), "the connection stays open")
        self.check_serves_others()
        self.assertEqual(self.browser.words(), [])

    def test_the_largest_form_and_upload_are_read(self):
        answer = self.send(
            b"token=" + self.browser.token.encode() + b"&from=%2Fnew&text=&more=" + b"a" * (FORM_LIMIT - 200)
        )
        self.check_refused(answer, 422)
        answer = self.browser.upload("import-words", "/import", "a.csv", b"text\r\n" + b"a" * (UPLOAD_LIMIT - 2000))
        self.assertIn(answer.status, (200, 422))

    def test_large_uploads_at_once_do_not_fill_the_memory(self):
        body = (
            (
                f'--b\r\nContent-Disposition: form-data; name="token"\r\n\r\nx\r\n--b\r\nContent-Disposition: form-data; '
                f'name="file"; filename="a.csv"\r\n\r\n'
            ).encode()
            + b"a" * (UPLOAD_LIMIT - 4000)
            + b"\r\n--b--\r\n"
        )
        answers = []

        def upload():
            answers.append(self.send(body, "multipart/form-data; boundary=b", "import-words"))

        threads = [threading.Thread(target=upload) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertLess(self.web.metrics()["process_resident_memory_bytes"], 5e8)
        # Those beyond the limit are asked to come back.
        for answer in answers:
            self.check_refused(answer, 403, 429)
        for answer in (answer for answer in answers if answer.status == 429):
            self.assertIn("Retry-After", answer.headers)

    def test_a_refused_request_with_a_body_says_that_its_connection_ends_and_ends_it(self):
        for path, headers, status in (
            ("/action/add-word", "Origin: https://evil.example\r\n", 403),
            ("/nowhere", "", 404),
            ("/", "", 200),
        ):
            method = "POST" if path.startswith("/action") else "GET"
            with self.subTest(path), self.web.connect() as connection:
                connection.sendall(
                    f"{method} {path} HTTP/1.1\r\nHost: {self.web.host}\r\n{headers}"
                    "Content-Length: 100000\r\n\r\nbegin".encode()
                )
                answer = read_answer(connection)
                self.assertEqual(answer.status, status)
                self.assertEqual(answer.headers["Connection"], "close")
                self.assertTrue(is_closed(connection, 15), "the connection stays open")
        # One whose body was read goes on.
        self.assertIsNone(self.browser.add_word("house").headers["Connection"])

    def test_a_body_without_a_session_is_not_read(self):
        with self.web.connect() as connection:
            connection.sendall(
                f"POST /action/import-words HTTP/1.1\r\nHost: {self.web.host}\r\nOrigin: {self.browser.origin}\r\n"
                f"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: {UPLOAD_LIMIT}\r\n\r\n".encode()
            )
            self.check_refused(read_answer(connection), 403)

    def test_a_long_request_line_and_long_headers_are_refused(self):
        for data in (
            b"GET /search?text=" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: " + self.web.host.encode() + b"\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: " + self.web.host.encode() + b"\r\nX-Long: " + b"a" * 200_000 + b"\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: "
            + self.web.host.encode()
            + b"\r\n"
            + b"".join(b"X-%d: a\r\n" % number for number in range(20_000))
            + b"\r\n",
        ):
            answer = self.web.exchange(data)
            self.assertTrue(answer is None or 400 <= answer.status < 500, answer and answer.status)
        self.check_serves_others()

    def test_a_long_search_is_a_page(self):
        self.assertIn(self.browser.get("/search?text=" + "a" * 20_000).status, (200, 404, 414, 400))
        self.check_serves_others()


class Garbage(BodyTest):
    def test_what_is_not_http_is_refused(self):
        host = f"Host: {self.web.host}\r\n".encode()
        for data in (
            b"\0" * 100,
            os.urandom(1000),
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
            b"GET /\r\n\r\n",
            b"GET\r\n\r\n",
            b"GET / HTTP/9.9\r\n" + host + b"\r\n",
            b"GET / HTTP/1.1\r\nHost\r\n\r\n",
            b"GET / HTTP/1.1\r\n" + host + b"X: a\0b\r\n\r\n",
            b"GET / HTTP/1.1\r\n" + host + b" X: folded\r\n\r\n",
            b"GET /\x80 HTTP/1.1\r\n" + host + b"\r\n",
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            b"POST / HTTP/1.1\r\n" + host + b"Content-Length: -1\r\n\r\n",
            b"POST / HTTP/1.1\r\n" + host + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            b"POST / HTTP/1.1\r\n" + host + b"Content-Length: 99999999999999999999\r\n\r\n",
            b"POST / HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
            b"POST / HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
        ):
            with self.subTest(data[:60]):
                # A few of these wait for more: then this is their end.
                with self.web.connect(10) as connection:
                    connection.sendall(data)
                    connection.shutdown(socket.SHUT_WR)
                    answer = read_answer(connection)
                self.assertTrue(answer is None or answer.status < 500, answer and answer.status)
                if answer and answer.status == 200:
                    self.assertNotIn(b"\0", data)
        self.check_serves_others()

    def test_requests_one_after_another_without_waiting_are_answered_in_order(self):
        paths = ("/health/live", "/nowhere", "/metrics", "/style.css")
        with self.web.connect() as connection:
            connection.sendall(
                b"".join(f"GET {path} HTTP/1.1\r\nHost: {self.web.host}\r\n\r\n".encode() for path in paths[:-1])
                + f"GET {paths[-1]} HTTP/1.1\r\nHost: {self.web.host}\r\nConnection: close\r\n\r\n".encode()
            )
            received = b""
            while data := connection.recv(65536):
                received += data
        positions = [received.find(mark) for mark in (b"ok\n", b" 404 ", b"web_requests_total", b"text/css")]
        self.assertEqual(positions, sorted(positions))
        self.assertNotIn(-1, positions)

    def test_a_second_request_hidden_in_a_refused_body_is_not_performed(self):
        body = b"token=" + self.browser.token.encode() + b"&from=%2Fnew&text=smuggled"
        hidden = self.head(more=f"Content-Length: {len(body)}\r\n") + b"\r\n" + body
        for more in (f"Content-Length: {FORM_LIMIT + 1}\r\n", "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n"):
            with self.web.connect() as connection:
                connection.sendall(
                    self.head(more=more)
                    + b"\r\n"
                    + (b"" if "chunked" not in more else b"%x\r\n" % len(hidden))
                    + hidden
                )
                read_answer(connection)
        self.assertEqual(self.browser.words(), [])

    def test_forms_that_cannot_be_read_are_4xx(self):
        token = b"token=" + self.browser.token.encode() + b"&from=%2Fnew"
        for body, type in (
            (token + b"&text=a%", FORM),
            (token + b"&text=%zz", FORM),
            (token + b"&text=%ff%fe", FORM),
            (token + b"&%00=%00", FORM),
            (token + b"".join(b"&f%d=x" % number for number in range(10_000)), FORM),
            (b"&" * 100_000, FORM),
            (token + b"=" * 100_000, FORM),
            (b"", FORM),
            (b"\0" * 1000, FORM),
            (os.urandom(5000), FORM),
            (token + b"&text=a", "text/plain"),
            (token + b"&text=a", ""),
            (b'{"text":"a"}', "application/json"),
            (token + b"&text=a", "multipart/form-data"),
        ):
            with self.subTest(body=body[:40], type=type):
                answer = self.send(body, type)
                # Fields that no form has do no harm, as long as there are few.
                self.assertTrue(
                    answer.status in range(400, 500) or (answer.status == 303 and b"%00=" in body), answer.status
                )

    def test_texts_with_nul_or_without_utf_8_do_no_harm(self):
        token = b"token=" + self.browser.token.encode()
        for page, action, name in (
            (b"/new", "add-word", b"text"),
            (b"/todo", "add-task", b"text"),
            (b"/todo/new", "save-task", b"notes"),
        ):
            for value in (
                b"a%00b",
                b"\xff\xfe",
                b"a\0b",
                b"%ED%A0%80",
                b"%F4%90%80%80",
                b"%C0%80",
                b"%E2%80%AE",
                b"%EF%BF%BF",
                b"%0D%0A",
            ):
                with self.subTest(action=action, value=value):
                    answer = self.send(token + b"&from=" + page + b"&" + name + b"=" + value, FORM, action)
                    self.assertTrue(answer.status == 303 or 400 <= answer.status < 500, answer.status)
        for path in ("/", "/todo"):
            answer = self.browser.get(path)
            self.assertEqual((answer.status, answer.page.problems), (200, []))
            self.assertNotIn(b"\0", answer.body)

    def multipart(self, body, boundary="b"):
        return self.send(body, f"multipart/form-data; boundary={boundary}", "import-words")

    def test_multipart_garbage_is_refused(self):
        part = b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'
        for name, body, boundary in (
            ("no part", b"", "b"),
            ("another boundary", part + b"--b--\r\n", "c"),
            ("no end", part, "b"),
            ("half", part[:20], "b"),
            ("no head", b"--b\r\nx\r\n--b--\r\n", "b"),
            ("no name", b"--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n", "b"),
            ("an open quote", b'--b\r\nContent-Disposition: form-data; name="a\r\n\r\nx\r\n--b--\r\n', "b"),
            ("a long boundary", part, "b" * 5000),
            ("an empty boundary", part, '""'),
            ("random", os.urandom(100_000), "b"),
            ("boundaries only", b"--b" * 50_000, "b"),
            ("lines only", b"\r\n" * 100_000, "b"),
            ("thousands of parts", part * 5000 + b"--b--\r\n", "b"),
            ("10,000 boundaries", b"--b\r\n" * 10_000, "b"),
            ("nested", b"--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\n--c--\r\n--b--\r\n", "b"),
        ):
            with self.subTest(name):
                start = time.monotonic()
                # 403: a form without fields, and so without a token.
                self.check_refused(self.multipart(body, boundary), 400, 403)
                self.assertLess(time.monotonic() - start, 5)
        self.check_serves_others()

    def test_random_changes_of_a_valid_upload_never_break_the_server(self):
        generator = random.Random(18)
        valid = (
            b'--b\r\nContent-Disposition: form-data; name="token"\r\n\r\n'
            + self.browser.token.encode()
            + b'\r\n--b\r\nContent-Disposition: form-data; name="from"\r\n\r\n/import\r\n--b\r\nContent-Disposition: form-data; '
            b'name="file"; filename="a.csv"\r\n\r\ntext,translation\r\nhouse,"dom"\r\n\r\n--b--\r\n'
        )
        for _ in range(300):
            body = bytearray(valid)
            for _ in range(generator.randint(1, 8)):
                place = generator.randrange(len(body))
                kind = generator.randrange(3)
                if kind == 0:
                    body[place] = generator.randrange(256)
                elif kind == 1:
                    del body[place : place + generator.randint(1, 20)]
                else:
                    body[place:place] = bytes(generator.choices(b'\r\n-b";\0\xff', k=generator.randint(1, 10)))
            answer = self.multipart(bytes(body))
            self.assertIsNotNone(answer)
            self.assertLess(answer.status, 500, bytes(body))

    def test_files_that_are_no_words_or_tasks_are_no_fault(self):
        for action, name in (
            ("import-words", "a.csv"),
            ("import-words", "a.jsonl"),
            ("import-words", "a.tsv"),
            ("import-words", "a"),
            ("import-tasks", "a.ics"),
            ("import-tasks", "a.txt"),
            ("import-tasks", "../../etc/passwd.ics"),
        ):
            for data in (
                b"",
                b"\0" * 1000,
                os.urandom(10_000),
                b'"' * 10_000,
                b"\n" * 50_000,
                b"{" * 5000,
                b"a," * 20_000,
                b"BEGIN:VCALENDAR\r\n" * 2000,
                b"\xff\xfea\0b\0",
            ):
                with self.subTest(action=action, name=name, data=data[:20]):
                    answer = self.browser.upload(action, "/import", name, data)
                    self.assertIn(answer.status, (200, 422))
                    self.assertEqual(answer.page.problems, [])
        self.check_serves_others(3)


class Slow(BodyTest):
    """Each of these takes as long as the server allows a client."""

    def test_a_body_of_one_byte_a_second_is_ended_at_the_limit_of_30_seconds(self):
        with self.web.connect(60) as slow, self.web.connect(60) as silent:
            start = time.monotonic()
            slow.sendall(self.head(more="Content-Length: 1000\r\n\r\n"))
            silent.sendall(self.head(more="Content-Length: 1000\r\n\r\n"))
            slow.settimeout(1)
            answer = None
            while answer is None and time.monotonic() - start < 45:
                try:
                    slow.sendall(b"a")
                    answer = read_answer(slow)
                except TimeoutError:
                    pass  # No answer within a second: the next byte.
            self.check_refused(answer, 408)
            self.assertGreater(time.monotonic() - start, 20)
            self.check_refused(read_answer(silent), 408)
            self.assertLess(time.monotonic() - start, 40)
            self.assertTrue(is_closed(slow) and is_closed(silent))

    def test_two_hundred_slow_heads_do_not_keep_others_from_being_served_and_are_ended(self):
        connections = [self.web.connect() for _ in range(200)]
        for connection in connections:
            self.addCleanup(connection.close)
        head = f"GET / HTTP/1.1\r\nHost: {self.web.host}\r\nX-Slow: ".encode()
        start = time.monotonic()
        times = []
        for number in range(20):
            for connection in connections:
                connection.sendall(head[number : number + 1])
            before = time.monotonic()
            self.assertEqual(self.browser.get("/").status, 200)
            times.append(time.monotonic() - before)
        self.assertLess(max(times), 1)

        def ended():
            for connection in list(connections):
                try:
                    connection.sendall(b"a")
                    connection.setblocking(False)
                    connection.recv(1000)
                    connections.remove(connection)
                except BlockingIOError:
                    connection.setblocking(True)
                except OSError:
                    connections.remove(connection)
            time.sleep(2)
            return not connections

        wait_until(ended, 90 - (time.monotonic() - start), "the end of the slow requests")


if __name__ == "__main__":
    unittest.main()
