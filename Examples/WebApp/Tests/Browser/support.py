"""A server of its own for each test, and the steps that the tests do in a browser."""

import contextlib
import http.client
import itertools
import os
import queue
import random
import re
import signal
import socket
import subprocess
import tempfile
import threading
import urllib.parse
from pathlib import Path

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

WEB = os.environ.get("WEB") or str(Path(__file__).parents[2] / ".build/debug/web")

# How long something may take that the tests wait for. It is reached only if a test fails.
LIMIT = float(os.environ.get("BROWSER_LIMIT", "20"))


class Server:
    """The program under test."""

    def __init__(self, folder, *options, store=None, environment=None):
        self.folder = Path(folder)
        self.options = list(options)
        self.store = store
        self.environment = environment or {}
        self.port = free_port()
        self.process = None
        self.start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        """Starts it, always on the same port, and reads its address from the first line."""
        place = ["--store", str(self.store)] if self.store else ["--ephemeral"]
        own = ("DICT_URL", "PONS_SECRET", "CALDAV_PASSWORD", "SYNC_PASSWORD", "XDG_DATA_HOME", "WEB_LOG")
        environment = {name: value for name, value in os.environ.items() if name not in own}
        environment |= {"HOME": str(self.folder), "TZ": "UTC", "WEB_LOG": "warning"} | self.environment
        # Without signing in, unless a test is about that.
        token = [] if "--password-file" in self.options else ["--without-token"]
        with open(self.folder / "stderr", "ab") as log:
            self.process = subprocess.Popen(
                [WEB, "--port", str(self.port), *place, *self.options, *token],
                stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
        lines = queue.Queue()
        threading.Thread(target=lambda: lines.put(self.process.stdout.readline()), daemon=True).start()
        try:
            line = lines.get(timeout=30)
        except queue.Empty:
            self.process.kill()
            raise AssertionError("the server printed no address within 30 seconds") from None
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\n", line)
        if not found:
            self.process.kill()
            raise AssertionError(f"the first line is no address: {line!r}\n{self.log()}")
        assert int(found[1]) == self.port

    def stop(self):
        """Stops it as a service manager does. It must end by itself."""
        if self.process is None:
            return
        process, self.process = self.process, None
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        try:
            status = process.wait(timeout=7)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise AssertionError("the server did not stop within five seconds") from None
        finally:
            process.stdout.close()
        assert status == 0, f"the server ended with {status}\n{self.log()}"

    @contextlib.contextmanager
    def frozen(self):
        """Lets it do nothing for a while: its connections stay open, and nothing comes."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def log(self):
        return (self.folder / "stderr").read_text(errors="replace")

    def visitor(self, language="en"):
        return Visitor(self.port, language)


def metrics(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LIMIT)
    try:
        connection.request("GET", "/metrics")
        return connection.getresponse().read().decode()
    finally:
        connection.close()


class Visitor:
    """Another session, without a browser: it prepares data, and plays the person at another computer."""

    def __init__(self, port, language="en"):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LIMIT)
        self.origin = f"http://127.0.0.1:{port}"
        self.language = language
        self.cookie = None
        self.token = None
        self.get("/")

    def get(self, path):
        return self._send("GET", path)

    def post(self, action, page, fields=(), file=None):
        """Sends a form of a page, and returns the page after it."""
        fields = {"token": self.token, "from": page, **dict(fields)}
        if file is None:
            body = urllib.parse.urlencode(fields).encode()
            return self._send("POST", f"/action/{action}", body, "application/x-www-form-urlencoded")
        name, content = file
        parts = [
            f'--boundary\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
            for key, value in fields.items()
        ]
        parts.append(
            f'--boundary\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
            f"Content-Type: application/octet-stream\r\n\r\n{content}\r\n--boundary--\r\n")
        return self._send("POST", f"/action/{action}", "".join(parts).encode(), "multipart/form-data; boundary=boundary")

    def import_words(self, text, name="words.csv"):
        page = self.post("import-words", "/import", file=(name, text))
        assert 'id="imported"' in page, page
        return self

    def import_tasks(self, text, name="tasks.txt"):
        page = self.post("import-tasks", "/import", file=(name, text))
        assert 'id="imported"' in page, page
        return self

    def add_word(self, text):
        self.post("add-word", "/new", {"text": text})

    def add_task(self, text):
        self.post("add-task", "/todo", {"text": text})

    def rows(self, path):
        """The addresses of the rows of a list, by their text."""
        links = re.findall(r'<a href="(/(?:word|todo)/[^"]+)"[^>]*>([^<]*)</a>', self.get(path))
        return {text: href for href, text in links}

    def _send(self, method, path, body=None, kind=None):
        headers = {"Accept-Language": self.language}
        if self.cookie:
            headers["Cookie"] = self.cookie
        if body is not None:
            headers |= {"Origin": self.origin, "Content-Type": kind}
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        if cookie := answer.getheader("Set-Cookie"):
            self.cookie = cookie.split(";")[0]
        if token := re.search(r'data-token="([^"]+)"', text):
            self.token = token[1]
        if answer.status == 303:
            return self.get(answer.getheader("Location"))
        assert answer.status < 500, f"{method} {path}: {answer.status}\n{text}"
        return text


# What looks at many elements is one step in the page, not one for each.
FIND_BUTTON = """
const [name, within] = arguments;
const parts = [...document.querySelectorAll(within)].flatMap((e) => [...e.querySelectorAll('button, a, summary')]);
return parts.find((e) =>
  (e.getAttribute('aria-label') ?? e.innerText.trim()) === name && e.checkVisibility() && !e.disabled) ?? null;
"""

FIND_VISIBLE = """
return [...document.querySelectorAll(arguments[0])].find((e) => e.checkVisibility()) ?? null;
"""

SHOWS = """
const [selector, text] = arguments;
return [...document.querySelectorAll(selector)].some((e) => e.checkVisibility() && e.innerText.includes(text));
"""

IS_IDLE = "return document.readyState === 'complete' && !document.querySelector('[aria-busy]')"


class Page:
    """A tab of a browser, at one server."""

    def __init__(self, driver, address):
        self.driver = driver
        self.address = address
        driver.switch_to.new_window("tab")
        self.handle = driver.in_front = driver.current_window_handle

    def tab(self):
        """Another tab of the same browser, at the same server."""
        return Page(self.driver, self.address)

    def front(self):
        """Makes this tab the one that commands go to."""
        # The driver is not asked: this is done before each command.
        if self.driver.in_front != self.handle:
            self.driver.switch_to.window(self.handle)
            self.driver.in_front = self.handle
        return self.driver

    def open(self, path="/"):
        self.front().get(self.address + path)
        return self

    def cdp(self, command, **parameters):
        return self.front().execute_cdp_cmd(command, parameters)

    def script(self, text, *arguments):
        return self.front().execute_script(text, *arguments)

    @property
    def path(self):
        return self.front().current_url.removeprefix(self.address)

    # Finding

    def all(self, selector):
        return self.front().find_elements(By.CSS_SELECTOR, selector)

    def has(self, selector):
        return self.script(FIND_VISIBLE, selector) is not None

    def one(self, selector):
        """The first element of a selector, once it is visible."""
        return self.until(lambda: self.script(FIND_VISIBLE, selector), f"{selector} is visible")

    def button(self, name, within="main"):
        """The visible button or link with a name, once it can be pressed."""

        return self.until(lambda: self.script(FIND_BUTTON, name, within), f"there is a button “{name}” in {within}")

    def has_button(self, name, within="main"):
        return self.script(FIND_BUTTON, name, within) is not None

    def value(self, selector):
        return self.one(selector).get_property("value")

    def text(self, selector="main"):
        return self.one(selector).text

    # Doing

    def in_view(self, element):
        """Scrolls as far as a person does: to where no bar covers the element. The driver only looks at the window."""
        self.script("arguments[0].scrollIntoView({ block: 'nearest' })", element)
        return element

    def press(self, name, within="main"):
        def click():
            self.in_view(self.button(name, within)).click()
            return True

        self.until(click, f"“{name}” in {within} can be pressed")

    def double_click(self, name, within="main"):
        ActionChains(self.front()).double_click(self.in_view(self.button(name, within))).perform()

    def click(self, selector):
        def click():
            self.in_view(self.one(selector)).click()
            return True

        self.until(click, f"{selector} can be clicked")

    def type(self, selector, text):
        self.one(selector).send_keys(text)

    def replace(self, selector, text):
        """Types a text in place of what a field has."""
        self.one(selector).send_keys(Keys.CONTROL, "a")
        self.one(selector).send_keys(text if text else Keys.DELETE)

    def keys(self, *keys):
        self.front().switch_to.active_element.send_keys(*keys)

    # Waiting

    def until(self, condition, what, limit=LIMIT):
        """Waits until a condition holds, and returns what it has returned."""

        def check(driver):
            # Elements may go while they are looked at.
            try:
                return condition()
            except (WebDriverException, AttributeError):
                return None

        waiting = WebDriverWait(self.front(), limit, poll_frequency=0.03)
        try:
            return waiting.until(check)
        except WebDriverException as error:
            raise AssertionError(f"not within {limit} s: {what}\nThe page at {self.path}:\n{self.seen()}") from error

    def seen(self):
        return self.script("return document.body ? document.body.innerText : ''")

    def shows(self, text, selector="main"):
        self.until(lambda: self.script(SHOWS, selector, text), f"{selector} shows “{text}”")

    def shows_no_longer(self, text, selector="main"):
        self.until(lambda: not self.script(SHOWS, selector, text), f"{selector} does not show “{text}”")

    def is_at(self, path):
        self.until(lambda: self.path == path, f"the address is {path}")

    def is_idle(self):
        """Waits until every request of the script is answered."""
        self.until(lambda: self.script(IS_IDLE), "no form is being sent")

    def is_connected(self):
        """Waits until the server knows of a page that follows changes, and everything is up to date."""
        port = urllib.parse.urlsplit(self.address).port
        self.until(lambda: int(re.search(r"^web_streams (\d+)$", metrics(port), re.M)[1]) > 0, "a page follows changes")
        self.is_idle()

    # Observing

    def mark(self):
        """Marks the document. The mark is gone after a reload."""
        self.script("window.markOfTest = true")

    @property
    def is_marked(self):
        return bool(self.script("return window.markOfTest === true"))

    @property
    def asks_before_it_is_left(self):
        """Whether the browser would ask. The driver of the tests answers such questions itself."""
        return not self.script("return dispatchEvent(new Event('beforeunload', { cancelable: true }))")

    @property
    def focus(self):
        """The name of what has the focus; empty if nothing has."""
        return self.script(
            "const a = document.activeElement;"
            "if (!a || a === document.body) return '';"
            "return a.getAttribute('aria-label') || a.labels?.[0]?.innerText.trim() || a.innerText.trim() || a.id")

    def rows(self, selector=".rows > li"):
        return self.script("return [...document.querySelectorAll(arguments[0])].map((e) => e.innerText)", selector)

    def block(self, *patterns):
        """Lets all requests fail whose address is like one of the patterns. Without patterns, none fails any longer."""
        self.cdp("Network.enable")
        self.cdp("Network.setBlockedURLs", urls=list(patterns))

    def before_load(self, script):
        """Runs a script in each document before its own."""
        self.cdp("Page.addScriptToEvaluateOnNewDocument", source=script)

    def close(self):
        self.front().close()
        self.driver.in_front = None


WORDS = """text,translation,sourceLang,targetLang,isFavorite,note
serendipity,счастливая случайность,en,ru,true,A happy find.
bread,хлеб,en,ru,false,
journey,путешествие,en,ru,true,
Haus,дом,de,ru,false,
mela,яблоко,it,ru,false,
"""

TASKS = """(A) Water the plants due:2030-05-01
Call the library
(C) Read a chapter of the Italian novel
x 2026-01-02 2026-01-01 Buy a notebook
"""


def screens(server):
    """The address of each screen, by its name. Words and tasks are imported first."""
    visitor = server.visitor().import_words(WORDS).import_tasks(TASKS)
    word = visitor.rows("/")["serendipity"]
    task = visitor.rows("/todo")["Water the plants"]
    return {
        "words": "/", "new-word": "/new", "search": "/search?text=jour", "favorites": "/favorites", "entry": word,
        "import": "/import", "export": "/export", "review": "/review",
        "review-statistics": "/review/statistics", "tasks": "/todo", "new-task": "/todo/new", "task": task,
        "conflicts": "/todo/conflicts", "bin": "/bin", "todo-bin": "/todo/bin", "tree": "/tree", "reminder": "/settings",
        "devices": "/devices",
    }


def temporary_folder():
    return tempfile.mkdtemp(prefix="web-browser-")


def ports():
    """The ports of one worker. The system gives none of them to anybody else, so one is still free when its server starts again."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 4
    start = random.randrange(4000)
    return itertools.cycle(14000 + worker * 4000 + (start + number) % 4000 for number in range(4000))


PORTS = ports()


def free_port():
    """Another one each time, so that a browser knows nothing of it yet."""
    for port in PORTS:
        with socket.socket() as listener:
            # What is left of a closed connection does not matter, as for the server.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listener.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue
