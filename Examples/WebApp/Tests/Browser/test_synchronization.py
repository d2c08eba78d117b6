"""Synchronization with a real CalDAV server, Radicale."""

import base64
import http.client
import json
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from support import free_port

SCRIPT = Path(__file__).parents[4] / "Scripts/radicale"
# Beside the interpreter of the tests.
TOOLS = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
LIST = "/user/tasks/"
AUTHORIZATION = {"Authorization": "Basic " + base64.b64encode(b"user:secret").decode()}


@pytest.fixture
def radicale(tmp_path):
    """A server with an empty list of tasks. Returns its port."""
    if not shutil.which("radicale", path=TOOLS):
        pytest.skip("radicale is not installed")
    port = free_port()
    with open(tmp_path / "radicale.log", "wb") as log:
        process = subprocess.Popen(
            [SCRIPT, str(port), str(tmp_path / "radicale")], stdout=log, stderr=log, env=os.environ | {"PATH": TOOLS})
    try:
        wait_for(process, port)
        assert ask(port, "MKCALENDAR", LIST)[0] == 201
        yield port
    finally:
        process.terminate()
        process.wait(timeout=10)


def wait_for(process, port):
    end = time.monotonic() + 30
    while process.poll() is None and time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("radicale does not answer")


def ask(port, method, path, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request(method, path, body, AUTHORIZATION | {"Depth": "1"})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


@pytest.fixture
def synchronized(start_server, tmp_path):
    """Starts a server whose store remembers an address, as after `superapp todo sync --url`."""

    def start(url):
        server = start_server(store=tmp_path / "superapp.sqlite", environment={"CALDAV_PASSWORD": "secret"})
        server.stop()
        database = sqlite3.connect(server.store)
        with database:
            value = json.dumps({"url": url, "user": "user"})
            database.execute("INSERT INTO setting(key, value) VALUES ('todoServer', ?)", (value,))
        database.close()
        server.start()
        return server

    return start


def test_tasks_travel_to_the_server_and_back(synchronized, radicale, open_page):
    page = open_page(synchronized(f"http://127.0.0.1:{radicale}{LIST}")).open("/todo")
    page.type("#field-text", "Buy milk\n")
    page.shows("Buy milk", "#tasks")
    page.press("Synchronize")
    page.shows("Synchronized", "#synchronization")
    page.until(lambda: "SUMMARY:Buy milk" in ask(radicale, "GET", LIST)[1], "the server has the task")
    task = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:test\r\nBEGIN:VTODO\r\nUID:other\r\nDTSTAMP:20260101T000000Z\r\n" \
        "SUMMARY:Buy bread\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
    assert ask(radicale, "PUT", LIST + "other.ics", task)[0] == 201
    page.press("Synchronize")
    page.shows("Buy bread", "#tasks")


def test_an_edit_that_lost_is_shown_and_can_be_restored(synchronized, radicale, open_page):
    page = open_page(synchronized(f"http://127.0.0.1:{radicale}{LIST}")).open("/todo")
    page.type("#field-text", "Buy milk\n")
    page.shows("Buy milk", "#tasks")
    page.until(lambda: "SUMMARY:Buy milk" in ask(radicale, "GET", LIST)[1], "the server has the task")
    # The synchronization that sent it looks at the server once more; it must not see the other edit.
    page.press("Synchronize")
    page.shows("conflicts 0", "main")
    if "sent 1" in page.text("main"):
        page.press("Synchronize")
        page.shows("sent 0, received 0", "main")
    resource = re.search(rf"{LIST}[^<]+\.ics", ask(radicale, "PROPFIND", LIST)[1])[0]
    task = ask(radicale, "GET", resource)[1]
    # The other edit is the newer one, whatever the clock says to the second.
    task = re.sub(r"LAST-MODIFIED:\w+", "LAST-MODIFIED:20990101T000000Z", task.replace("Buy milk", "Buy oat milk"))
    assert ask(radicale, "PUT", resource, task)[0] in (201, 204)
    page.press("Buy milk", "#tasks")
    page.replace("#field-text", "Buy soy milk")
    page.press("Save")
    page.is_at("/todo")
    page.press("Synchronize")
    page.shows("1 conflict", "#to-conflicts")
    page.click("#to-conflicts")
    page.is_at("/todo/conflicts")
    page.shows("was kept", "#conflicts")
    lost = "Buy soy milk" if "Buy oat milk” was kept" in page.text("#conflicts") else "Buy oat milk"
    page.click("#conflicts button")
    page.shows("No conflicts")
    page.open("/todo").shows(lost, "#tasks")


def test_a_server_that_does_not_answer_is_an_error_on_the_page_and_nothing_is_lost(synchronized, open_page):
    page = open_page(synchronized(f"http://127.0.0.1:{free_port()}/")).open("/todo")
    page.type("#field-text", "Buy milk\n")
    page.shows("Buy milk", "#tasks")
    page.press("Synchronize")
    page.shows("the server cannot be reached", "main")
    page.shows("Buy milk", "#tasks")
