"""How the program starts, stops and refuses to start, with one person's store."""

import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import threading
import unittest

from browser import Browser, Load
from webserver import CRASH_SIGNS, PROGRAM, SECRET, SITE, ServerTest, run_to_end, wait_until


class Start(ServerTest):
    def refused(self, *arguments, environment=None, prefix=()):
        """Starts a server that must refuse, and returns what it says."""
        status, output, error = run_to_end(
            "--port", "0", *arguments, folder=self.folder, environment=environment, prefix=prefix
        )
        self.assertNotEqual(status, 0)
        self.assertGreater(status, 0, "the process was ended by a signal")
        self.assertEqual(output, "")
        self.assertFalse([sign for sign in CRASH_SIGNS if sign in error], error)
        self.assertTrue(error.strip())
        return error

    def test_it_answers_once_the_address_is_printed(self):
        server = self.server()
        self.assertEqual(server.get("/").status, 200)

    def test_without_its_resources_it_says_so_and_answers_in_english(self):
        program = shutil.copy(PROGRAM, self.folder)
        server = self.server(program=program)
        self.assertEqual([server.get(path).status for path in ("/", "/style.css", "/app.js", "/")], [200, 404, 404, 200])
        self.assertIn("resources are missing", server.log_text())

    def test_a_port_in_use_is_an_error_of_one_line(self):
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = str(other.getsockname()[1])
            status, output, error = run_to_end("--store", str(self.store), "--port", port, folder=self.folder)
        self.assertEqual((status > 0, output), (True, ""))
        self.assertIn(f"port {port}", error)
        self.assertIn("in use", error)
        self.assertIn("--port", error)
        self.assertFalse([sign for sign in CRASH_SIGNS if sign in error], error)
        self.assertLessEqual(len(error.strip().splitlines()), 1, error)

    def test_arguments_that_it_does_not_know_are_refused_with_the_usage(self):
        for arguments in (
            ["--unknown"],
            ["--port", "70000"],
            ["--port", "no"],
            ["--locale", "xx"],
            ["more"],
            ["--store"],
        ):
            with self.subTest(arguments):
                self.assertIn("Usage:", self.refused(*arguments))

    def test_two_places_for_the_data_are_refused(self):
        for arguments in (
            ["--store", str(self.store), "--ephemeral"],
            ["--store", str(self.store), "--postgres", "postgresql:///x"],
            ["--ephemeral", "--postgres", "postgresql:///x"],
        ):
            with self.subTest(arguments):
                self.assertIn("Choose one", self.refused(*arguments))
        self.assertFalse(self.store.exists())

    def test_what_is_not_a_store_is_refused_and_stays_as_it_was(self):
        garbage = self.folder / "garbage"
        garbage.write_bytes(os.urandom(5000))
        other = self.folder / "other"
        with sqlite3.connect(other) as database:
            database.execute("CREATE TABLE notes(text)")
        empty = self.folder / "empty"
        empty.touch()
        for path in (garbage, other, empty):
            with self.subTest(path.name):
                before = path.read_bytes()
                self.assertIn(path.name, self.refused("--store", str(path)))
                self.assertEqual(path.read_bytes(), before)

    def test_a_store_that_cannot_be_reached_is_refused_with_its_path(self):
        for path in (self.folder, "/dev/null", "/etc/hostname/store", "/proc/store"):
            with self.subTest(path):
                self.assertIn(str(path), self.refused("--store", str(path)))

    def test_a_store_without_the_right_to_read_it_is_refused(self):
        self.server().terminate()
        prefix = ()
        if os.getuid() == 0:
            # Root may read everything.
            prefix = ("setpriv", "--reuid=nobody", "--clear-groups")
            if subprocess.run([*prefix, "test", "-x", PROGRAM]).returncode:
                self.skipTest("another user than root cannot run the program in its folder")
            self.folder.chmod(0o755)
        self.store.chmod(0)
        self.assertIn(str(self.store), self.refused("--store", str(self.store), prefix=prefix))

    def test_an_environment_that_it_does_not_understand_is_refused(self):
        for name, value in (("WEB_LOG", "loud"), ("DICT_URL", "http://127.0.0.1")):
            with self.subTest(name):
                self.assertIn(name, self.refused("--store", str(self.store), environment={name: value}))
        self.assertFalse(self.store.exists())

    def test_many_people_are_refused_without_the_secret_and_the_site_of_the_proxy(self):
        for environment in (
            {},
            {"WEB_PROXY_SECRET": SECRET},
            {"WEB_SITE": SITE},
            {"WEB_PROXY_SECRET": "short", "WEB_SITE": SITE},
            {"WEB_PROXY_SECRET": SECRET, "WEB_SITE": "words.example.org"},
        ):
            with self.subTest(environment):
                self.assertIn(
                    "WEB_PROXY_SECRET", self.refused("--postgres", "postgresql:///x", environment=environment)
                )

    def test_an_ephemeral_store_leaves_nothing_behind(self):
        server = self.server("--ephemeral")
        known = {server.log.name}
        browser = Browser(server)
        self.assertEqual(browser.add_word("house").status, 303)
        self.assertGreater(len(list(self.folder.iterdir())), 1)
        self.assertEqual(server.terminate()[0], 0)
        self.assertEqual({path.name for path in self.folder.iterdir()}, known)

    def test_the_language_of_the_command_line_counts_for_every_browser(self):
        server = self.server("--store", str(self.store), "--locale", "ru")
        self.assertIn('<html lang="ru"', server.get("/", {"Accept-Language": "en"}).text)


class Stop(ServerTest):
    def check(self, server, number=signal.SIGTERM):
        status, seconds = server.terminate(number)
        self.assertEqual(status, 0, server.log_text())
        self.assertLess(seconds, 5)

    def test_idle(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number):
                server = self.server()
                Browser(server)
                self.check(server, number)

    def test_right_after_the_start(self):
        self.check(self.server())

    def test_with_open_streams_of_events(self):
        server = self.server()
        browsers = [Browser(server) for _ in range(10)]
        streams = [browser.events() for browser in browsers for _ in range(5)]
        for stream in streams:
            self.addCleanup(stream.close)
            stream.wait("hello")
        self.check(server)
        for stream in streams:
            wait_until(lambda: stream.is_ended, what="the end of a stream")

    def test_with_an_upload_that_goes_on(self):
        server = self.server()
        browser = Browser(server)
        with server.connect() as connection:
            connection.sendall(
                f"POST /action/import-words HTTP/1.1\r\nHost: {server.host}\r\nOrigin: {browser.origin}\r\n"
                f"Cookie: {server.cookie_name}={browser.cookie}\r\nContent-Type: multipart/form-data; boundary=b\r\n"
                "Content-Length: 1000000\r\n\r\n--b\r\n".encode()
            )
            self.assertEqual(browser.get("/").status, 200)
            self.check(server)

    def test_with_connections_that_have_sent_nothing_or_half_a_request(self):
        server = self.server()
        with server.connect() as silent, server.connect() as half:
            half.sendall(b"GET / HTTP/1.1\r\nHost:")
            self.assertEqual(server.get("/").status, 200)
            self.check(server)
            self.assertEqual(silent.recv(1), b"")

    def test_in_a_load_of_writes_nothing_acknowledged_is_lost(self):
        server = self.server()
        load = Load([Browser(server) for _ in range(8)])
        load.wait_for_acknowledged(40)
        self.check(server)
        load.stop()
        browser = Browser(self.server())
        load.check(self, browser.words(), browser.tasks())


class Durability(ServerTest):
    def test_every_acknowledged_change_survives_kill_9_in_a_load_of_writes(self):
        load = None
        results = []
        for number in range(3):
            server = self.server()
            load = Load([Browser(server) for _ in range(20)], name=f"run{number}")
            load.wait_for_acknowledged(60)
            server.kill()
            load.stop()
            results += load.results
        load.results = results
        browser = Browser(self.server())
        load.check(self, browser.words(), browser.tasks())
        with sqlite3.connect(self.store) as database:
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])

    def test_a_full_disk_is_an_error_with_its_reason_and_nothing_is_lost(self):
        disk = self.folder / "disk"
        disk.mkdir()
        mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", disk], capture_output=True, text=True)
        if mount.returncode:
            self.skipTest(f"a small disk cannot be mounted here: {mount.stderr.strip()}")
        self.addCleanup(subprocess.run, ["umount", "--lazy", disk], check=True)
        arguments = ("--store", str(disk / "store.sqlite"))
        server = self.server(*arguments)
        browser = Browser(server)
        added = []

        def add(text):
            """Adds a word and a task. Returns the first answer that refuses one."""
            for kind, send in (("word", browser.add_word), ("task", browser.add_task)):
                answer = send(f"{kind} {text}")
                if answer.status != 303:
                    return answer
                added.append(f"{kind} {text}")
            return None

        self.assertIsNone(add("before"))
        filler = disk / "filler"
        # Without a buffer, which would be written again when the file is closed.
        with filler.open("wb", buffering=0) as file, self.assertRaises(OSError):
            while True:
                file.write(bytes(4096))
        refused = None
        for number in range(300):
            refused = add(f"{number} {'x' * 200}")
            if refused:
                break
        self.assertIsNotNone(refused, "the disk is not full")
        self.assertIn(refused.status, (422, 503))
        self.assertIn("no space left", refused.reason)
        self.assertEqual(server.get("/health/live").status, 200)
        # What was added before is still shown.
        self.assertIn("task before", browser.tasks())
        filler.unlink()
        wait_until(lambda: add("after") is None, what="a change after there is space again")
        server.kill()
        browser = Browser(self.server(*arguments))
        found = browser.words() + browser.tasks()
        self.assertEqual(set(added) - set(found), set())
        self.assertEqual(len(found), len(set(found)))


class TwoProcesses(ServerTest):
    """Two servers on one store, as a server and the command line are."""

    def setUp(self):
        super().setUp()
        self.one, self.other = Browser(self.server()), Browser(self.server())

    def test_a_word_of_another_process_is_an_event_and_on_the_page(self):
        self.check("/", self.other.add_word, "daughter")

    def test_a_task_of_another_process_is_an_event_and_on_the_page(self):
        self.check("/todo", self.other.add_task, "buy bread")

    def check(self, path, add, text):
        self.assertNotIn(text, self.one.get(path).text)
        stream = self.one.events()
        self.addCleanup(stream.close)
        stream.wait("hello")
        self.assertEqual(add(text).status, 303)
        stream.wait("change", path)
        wait_until(lambda: text in self.one.get(path, {"X-Refresh": "1"}).text, what="the change on the page")

    def test_writes_of_both_at_once_are_all_there(self):
        load = Load([Browser(browser.server) for browser in (self.one, self.other) for _ in range(5)])
        load.wait_for_acknowledged(100)
        load.stop()
        self.assertEqual([(item.status, item.reason) for item in load.refused()], [])
        for browser in (self.one, self.other):
            wait_until(lambda: len(browser.words()) == len(load.acknowledged("word")), what="all words")
            load.check(self, browser.words(), browser.tasks())


class TwoTabs(ServerTest):
    """Tabs of one browser share a session. None may be told that something was saved which was not."""

    def test_words_and_tasks_that_are_added_at_once_are_all_there(self):
        browser = Browser(self.server())
        load = Load([browser] * 6)
        load.wait_for_acknowledged(60)
        load.stop()
        load.check(self, browser.words(), browser.tasks())

    def test_new_tasks_with_details_that_are_saved_at_once_are_all_there(self):
        browser = Browser(self.server())
        saved = []
        barrier = threading.Barrier(6)

        def save(name):
            browser.get("/todo/new")
            for number in range(5):
                barrier.wait(30)
                text = f"{name} {number}"
                answer = browser.post("save-task", "/todo/new", {"text": text, "notes": "note", "priority": "normal"})
                if answer.status == 303:
                    saved.append(text)

        threads = [threading.Thread(target=save, args=(f"tab {number}",)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertGreater(len(saved), 4)
        self.assertEqual(set(saved) - set(browser.tasks()), set())


if __name__ == "__main__":
    unittest.main()
