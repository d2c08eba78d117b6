"""Runs the program `web` as a process of its own, and sends it requests.

The program is that of the environment variable WEB, or the debug build of the package.
"""

import atexit
import contextlib
import http.client
import os
import pathlib
import re
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest

from page import Page

PACKAGE = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("WEB", PACKAGE / ".build/debug/web")).resolve()
COOKIE = "superapp-session"
SECURE_COOKIE = f"__Host-{COOKIE}"
SECRET = "a secret of the proxy, for tests"
SITE = "https://words.example.org"

# What the runtime and the debuggers of Swift print when a program ends by a fault in it.
CRASH_SIGNS = ("Fatal error", "Program crashed", "Stack dump", "*** ", "Crash:", "Sanitizer")


# When the tests are ended, their servers end as well.
signal.signal(signal.SIGTERM, signal.default_int_handler)


def wait_until(condition, limit=10, what="the condition"):
    """Calls a function until it returns something true, which is returned."""
    end = time.monotonic() + limit
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"{what} did not come within {limit} s")
        time.sleep(0.02)


class ServerTest(unittest.TestCase):
    """A test with a folder of its own, and servers that end with it."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="web-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.store = self.folder / "superapp.sqlite"

    def server(self, *arguments, environment=None, port=0, program=PROGRAM, scheme="http"):
        """Starts a server, on a free port and with the store of the test unless told."""
        if not arguments:
            arguments = ("--store", str(self.store))
        server = Server(*arguments, folder=self.folder, environment=environment, port=port, program=program, scheme=scheme)
        self.addCleanup(self.end, server)
        return server

    def end(self, server):
        server.kill()
        server.check_log()


class Server:
    """A running server."""

    address = "127.0.0.1"

    def __init__(self, *arguments, folder, environment=None, port=0, program=PROGRAM, scheme="http"):
        self.log = pathlib.Path(tempfile.mkstemp(prefix="log-", dir=folder)[1])
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [program, "--port", str(port), *arguments, *self.without_token(arguments)],
                stdout=subprocess.PIPE,
                stderr=log,
                stdin=subprocess.DEVNULL,
                env=clean_environment(folder) | (environment or {}),
            )
        atexit.register(self.process.kill)
        ready, _, _ = select.select([self.process.stdout], [], [], 30)
        line = self.process.stdout.readline().decode() if ready else ""
        self.address = arguments[arguments.index("--listen") + 1] if "--listen" in arguments else "127.0.0.1"
        match = re.fullmatch(rf"{scheme}://{re.escape(self.address)}:(\d+)/\n", line)
        if not match:
            self.kill()
            raise AssertionError(f"the first line is {line!r}; log: {self.log_text()}")
        self.port = int(match[1])
        self.host = f"{self.address}:{self.port}"
        # Cookies are sent to all ports of a host.
        self.cookie_name = SECURE_COOKIE if "--postgres" in arguments else f"{COOKIE}-{self.port}"

    @staticmethod
    def without_token(arguments):
        """Without signing in, unless a test is about that."""
        return [] if {"--postgres", "--password-file"} & set(arguments) else ["--without-token"]

    def request(self, method, path, body=None, headers=None, timeout=30):
        """Sends one request on a connection of its own."""
        connection = http.client.HTTPConnection(self.address, self.port, timeout=timeout)
        try:
            connection.request(method, path, body, headers or {})
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def get(self, path, headers=None, timeout=30):
        return self.request("GET", path, headers=headers, timeout=timeout)

    def connect(self, timeout=30):
        """A connection for bytes that no client library sends."""
        return socket.create_connection((self.address, self.port), timeout=timeout)

    def exchange(self, data, timeout=30):
        """Sends bytes, and returns the answer. Nil if the server closes the connection without one."""
        with self.connect(timeout) as connection:
            try:
                connection.sendall(data)
            except (BrokenPipeError, ConnectionResetError):
                pass  # It may have been refused before its end; the answer is there.
            return read_answer(connection, data[:4] == b"HEAD")

    def metrics(self):
        """The values of /metrics by name, with labels."""
        return parse_metrics(self.get("/metrics").text)

    def terminate(self, number=signal.SIGTERM, limit=30):
        """Sends a signal, and returns the status and the seconds until the end."""
        start = time.monotonic()
        self.process.send_signal(number)
        status = self.process.wait(limit)
        return status, time.monotonic() - start

    @contextlib.contextmanager
    def frozen(self):
        """Lets it do nothing for a while."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def kill(self):
        """Ends the process at once, as a fault would do."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(10)
        self.process.stdout.close()
        atexit.unregister(self.process.kill)

    def log_text(self):
        return self.log.read_text(errors="replace")

    def check_log(self):
        """Fails if the program has crashed."""
        text = self.log_text()
        if self.process.returncode not in (0, -signal.SIGKILL) or any(sign in text for sign in CRASH_SIGNS):
            raise AssertionError(f"the server ended with {self.process.returncode}; log: {text[-4000:]}")


def clean_environment(folder):
    """The environment of a server: nothing of this computer's settings, and data below a folder of the test."""
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH", "LANG") if name in os.environ}
    return kept | {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "TMPDIR": str(folder)}


def run_to_end(*arguments, folder, environment=None, prefix=(), limit=30):
    """Runs a server that must not start, and returns its status and what it has said."""
    done = subprocess.run(
        [*prefix, PROGRAM, *arguments],
        capture_output=True,
        timeout=limit,
        text=True,
        stdin=subprocess.DEVNULL,
        env=clean_environment(folder) | (environment or {}),
    )
    return done.returncode, done.stdout, done.stderr


class Answer:
    """What a server has answered."""

    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        # A stream of events has no end: see `Events`.
        is_stream = response.status == 200 and self.headers.get_content_type() == "text/event-stream"
        self.body = b"" if is_stream else response.read()

    @property
    def text(self):
        return self.body.decode("utf-8")

    @property
    def page(self):
        return Page(self.text)

    @property
    def reason(self):
        """What a page says about a failure. Empty if it says nothing."""
        page = self.page
        return " ".join(page.text_of[name] for name in ("notice", "phase", "alert") if name in page.text_of).strip()


def read_answer(connection, is_head=False):
    """Reads one answer. None if the connection ends before it."""
    response = http.client.HTTPResponse(connection, method="HEAD" if is_head else None)
    try:
        response.begin()
        return Answer(response)
    except (http.client.BadStatusLine, http.client.IncompleteRead, ConnectionResetError):
        return None


def is_closed(connection, limit=10):
    """Whether the server ends a connection within the limit."""
    connection.settimeout(limit)
    try:
        while connection.recv(65536):
            pass
        return True
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False


def parse_metrics(text):
    """Reads Prometheus' text format, strictly. Returns the values by name with labels."""
    values, types = {}, {}
    label = r'[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"'
    sample = re.compile(rf"([a-zA-Z_:][a-zA-Z0-9_:]*)(\{{{label}(?:,{label})*\}})? (\S+)")
    if not text.endswith("\n"):
        raise AssertionError("the last line of the metrics has no end")
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            if name in types or kind not in ("counter", "gauge", "histogram", "summary", "untyped"):
                raise AssertionError(f"not a type of a metric: {line}")
            types[name] = kind
        elif not line.startswith("#"):
            match = sample.fullmatch(line)
            if not match or match[1] + (match[2] or "") in values:
                raise AssertionError(f"not a metric: {line}")
            if re.sub("_(bucket|sum|count)$", "", match[1]) not in types and match[1] not in types:
                raise AssertionError(f"a metric without a type: {line}")
            values[match[1] + (match[2] or "")] = float(match[3])
    return values
