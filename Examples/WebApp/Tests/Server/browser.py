"""What uses a server: browsers with a session, their streams of events, and a load of writes."""

import http.client
import json
import socket
import threading
import time
import urllib.parse

from webserver import SECRET, SITE, wait_until


class Browser:
    """A browser with a session: it keeps the cookie, and knows the token of the page."""

    def __init__(self, server, person=None, origin=None, host=None, headers=None, opens=True):
        self.server = server
        self.headers = {"Accept-Language": "en"} | (headers or {})
        self.origin = origin or f"http://{server.host}"
        if person is not None:
            self.headers |= proxy_headers(person)
            self.origin = SITE
        if host:
            self.headers["Host"] = host
        self.cookie = None
        self.token = None
        if opens:
            self.open()

    def open(self):
        """Opens the first page, as a browser does after the server has started again."""
        answer = self.get("/")
        if answer.status != 200:
            raise AssertionError(f"the first page has the status {answer.status}: {answer.text[:500]}")
        self.token = answer.page.token
        return answer

    def get(self, path, headers=None, timeout=30):
        return self._send("GET", path, None, headers, timeout)

    def post(self, action, page, fields=None, headers=None, timeout=30):
        """Sends a form of a page. The fields may be pairs, and may replace the token."""
        pairs = list(fields.items()) if isinstance(fields, dict) else list(fields or [])
        known = {name for name, _ in pairs}
        pairs = [(name, value) for name, value in (("token", self.token), ("from", page)) if name not in known] + pairs
        body = urllib.parse.urlencode(pairs)
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": self.origin} | (headers or {})
        return self._send("POST", f"/action/{action}", body, headers, timeout)

    def upload(self, action, page, name, data, fields=None):
        """Sends a form with a file."""
        boundary = "boundary-of-a-test"
        values = {"token": self.token, "from": page} | (fields or {})
        parts = [
            f'--{boundary}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
            for key, value in values.items()
        ]
        quoted = name.replace('"', "%22")
        parts.append(
            f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{quoted}"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n".encode() + data + b"\r\n"
        )
        body = b"".join(parts) + f"--{boundary}--\r\n".encode()
        headers = {"Content-Type": f"multipart/form-data; boundary={boundary}", "Origin": self.origin}
        return self._send("POST", f"/action/{action}", body, headers, 60)

    def _send(self, method, path, body, headers, timeout):
        headers = self.headers | (headers or {})
        if self.cookie:
            cookies = [self.headers.get("Cookie"), f"{self.server.cookie_name}={self.cookie}"]
            headers["Cookie"] = "; ".join(filter(None, cookies))
        answer = self.server.request(method, path, body, headers, timeout)
        for value in answer.headers.get_all("Set-Cookie") or []:
            if value.startswith(f"{self.server.cookie_name}="):
                self.cookie = value.split(";")[0].split("=", 1)[1]
        return answer

    def add_word(self, text, timeout=30):
        return self.post("add-word", "/new", {"text": text}, timeout=timeout)

    def add_task(self, text, timeout=30):
        return self.post("add-task", "/todo", {"text": text}, timeout=timeout)

    def words(self):
        """All words, through the export."""
        answer = self.post("export-words", "/export", {"format": "jsonl"})
        if answer.status != 200:
            raise AssertionError(f"the export has the status {answer.status}: {answer.text[:500]}")
        return [json.loads(line)["text"] for line in answer.text.splitlines()]

    def tasks(self):
        """The open tasks, as the page shows them. The addresses are unique, so two tasks with one text are two here."""
        answer = self.get("/todo")
        if answer.status != 200:
            raise AssertionError(f"the tasks have the status {answer.status}: {answer.text[:500]}")
        names = ("/todo/new", "/todo/conflicts", "/todo/bin")
        return [text for path, text in answer.page.links.items() if path.startswith("/todo/") and path not in names]

    def events(self):
        """Opens a stream of events, as each open page does."""
        return Events(self)


def proxy_headers(person, secret=SECRET):
    """What a proxy adds to the request of a person that it has authenticated."""
    return {"X-Person": person, "X-Proxy-Secret": secret, "Host": SITE.removeprefix("https://")}


class Events:
    """An open stream of events."""

    def __init__(self, browser):
        headers = {"Host": browser.server.host, "Cookie": f"{browser.server.cookie_name}={browser.cookie}"} | browser.headers
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.connection = browser.server.connect(timeout=120)
        self.connection.sendall(f"GET /events HTTP/1.1\r\n{lines}\r\n".encode())
        self.response = http.client.HTTPResponse(self.connection)
        self.response.begin()
        self.status = self.response.status
        self.received = []
        self.is_ended = False
        self._reader = threading.Thread(target=self._read, daemon=True)
        if self.status == 200:
            self._reader.start()

    def _read(self):
        """Reads the chunks of the answer: each is an event."""
        try:
            while size := int(self.response.fp.readline() or b"0", 16):
                fields = dict(
                    line.split(": ", 1) for line in self.response.fp.read(size).decode().splitlines() if ": " in line
                )
                self.response.fp.readline()
                if "event" in fields:
                    self.received.append((fields["event"], fields.get("data", "")))
        except (OSError, ValueError):
            pass  # The connection was closed: by the server, or by this test.
        self.is_ended = True

    def wait(self, name, path=None, limit=15):
        """Waits for an event."""
        wait_until(
            lambda: any(event == name and path in (None, data) for event, data in self.received),
            limit,
            f"the event {name} {path or ''}",
        )

    def close(self):
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # The server was faster.
        if self._reader.ident:
            self._reader.join(10)
        self.connection.close()
        self.response.close()


class Load:
    """Clients that add words and tasks, one after the other, until they are stopped."""

    class Result:
        def __init__(self, kind, text, status, seconds, reason):
            self.kind, self.text, self.status, self.seconds, self.reason = kind, text, status, seconds, reason

    def __init__(self, browsers, name="load", timeout=60):
        self.results = []
        self._is_stopped = threading.Event()
        self._timeout = timeout
        self._threads = [
            threading.Thread(target=self._write, args=(browser, f"{name}x{number}"), daemon=True)
            for number, browser in enumerate(browsers)
        ]
        for thread in self._threads:
            thread.start()

    def _write(self, browser, name):
        number = 0
        while not self._is_stopped.is_set():
            number += 1
            kind, add = ("word", browser.add_word) if number % 2 else ("task", browser.add_task)
            text = f"{kind}x{name}x{number}"
            start = time.monotonic()
            try:
                answer = add(text, timeout=self._timeout)
                reason = "" if answer.status == 303 else answer.reason
                status = answer.status
            except (OSError, http.client.HTTPException) as error:
                # The server was killed: the client never learns what became of it.
                status, reason = None, repr(error)
                self._is_stopped.wait(0.05)
            self.results.append(self.Result(kind, text, status, time.monotonic() - start, reason))
            if status not in (303, None):
                self._is_stopped.wait(0.05)

    def acknowledged(self, kind=None):
        return [item.text for item in list(self.results) if item.status == 303 and kind in (None, item.kind)]

    def refused(self):
        return [item for item in list(self.results) if item.status not in (303, None)]

    def wait_for_acknowledged(self, count, limit=60):
        """Waits until so many more are acknowledged."""
        start = len(self.acknowledged())
        wait_until(lambda: len(self.acknowledged()) >= start + count, limit, f"{count} acknowledged changes")

    def stop(self):
        self._is_stopped.set()
        for thread in self._threads:
            thread.join(self._timeout + 10)

    def check(self, test, words, tasks):
        """Every acknowledged change is there, once. What was refused or never answered is there at most once."""
        for kind, found in (("word", words), ("task", tasks)):
            sent = [item.text for item in self.results if item.kind == kind]
            test.assertEqual(set(self.acknowledged(kind)) - set(found), set(), f"lost: {kind}")
            doubled = {text for text in found if found.count(text) > 1 and text in set(sent)}
            test.assertEqual(doubled, set(), f"there twice: {kind}")
