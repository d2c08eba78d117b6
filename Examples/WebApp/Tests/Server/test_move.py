"""The command that copies the file of one person to PostgreSQL."""

import json
import os
import signal
import sqlite3
import subprocess
import unittest

from browser import Browser
from database import DatabaseTest
from webserver import PROGRAM, clean_environment, wait_until

# So many that a copy has a middle.
COUNT = 5000


class MoveTest(DatabaseTest):
    def move(self, person="alice", store=None):
        """Runs the command to its end."""
        environment = clean_environment(self.folder)
        command = self.command(person, store)
        return subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment)

    def command(self, person="alice", store=None):
        return [PROGRAM, "move", "--store", str(store or self.store), "--postgres", self.url, "--person", person]

    def contents(self):
        """All rows of the file, as SQL."""
        with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True) as file:
            return list(file.iterdump())


def export(browser):
    """The words and the tasks, as the pages export them."""
    words = browser.post("export-words", "/export", {"format": "jsonl"})
    tasks = browser.post("export-tasks", "/export", {"format": "ics"})
    assert words.status == tasks.status == 200, (words.status, tasks.status)
    lines = [line for line in tasks.text.splitlines() if not line.startswith("DTSTAMP")]
    return [json.loads(line) for line in words.text.splitlines()], lines


class Moved(MoveTest):
    def test_the_person_has_the_same_words_and_tasks_then_and_the_file_stays(self):
        file = self.server()
        browser = Browser(file)
        for text in ("dog", "cat", "house"):
            self.assertEqual(browser.add_word(text).status, 303)
        for text in ("Buy milk +home due:2026-12-01", "Write"):
            self.assertEqual(browser.add_task(text).status, 303)
        before = export(browser)
        self.assertEqual(len(before[0]), 3)
        self.assertEqual(file.terminate()[0], 0)
        rows = self.contents()

        done = self.move()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, "Copied to “alice”: words 3, tasks 2, events of reviews 0, in the bins 0.\n")
        self.assertEqual(self.contents(), rows)
        web = self.web()
        alice, bob = Browser(web, "alice"), Browser(web, "bob")
        self.assertEqual(export(alice), before)
        self.assertEqual((bob.words(), bob.tasks()), ([], []))
        self.assertEqual(alice.add_word("new").status, 303)

        again = self.move()
        self.assertEqual(again.returncode, 1)
        self.assertIn("“alice” already has words, reviews or tasks in the database. Nothing was copied.", again.stderr)
        self.assertEqual(len(alice.words()), 4)

    def test_an_open_page_of_the_person_shows_what_was_copied(self):
        file = self.server()
        Browser(file).add_word("dog")
        file.terminate()
        alice = Browser(self.web(), "alice")
        events = alice.events()
        self.assertEqual(self.move().returncode, 0)
        wait_until(lambda: events.received, 15, "an event")
        self.assertIn("dog", alice.get("/").text)
        events.close()

    def test_what_cannot_be_copied_is_refused_with_a_reason(self):
        other = self.folder / "other"
        other.write_bytes(b"This is no store. " * 100)
        for arguments, reason in (
            ({"store": self.folder / "nowhere"}, "There is no file"),
            ({"store": other}, "Nothing was copied."),
            ({"person": "", "store": other}, "--person is a name"),
            ({"person": "a" * 201, "store": other}, "--person is a name"),
        ):
            with self.subTest(reason):
                done = self.move(**arguments)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(reason, done.stderr)
        self.assertFalse((self.folder / "nowhere").exists())
        self.assertEqual(other.read_bytes(), b"This is no store. " * 100)
        for arguments, reason in ((["--person", "a"], "--store"), (["--store", "a", "--person", "a"], "--postgres")):
            done = subprocess.run([PROGRAM, "move", *arguments], capture_output=True, text=True, timeout=30)
            self.assertEqual(done.returncode, 64)
            self.assertIn(f"Missing expected argument '{reason}", done.stderr)


class Interrupted(MoveTest):
    def test_a_copy_that_fails_or_is_killed_leaves_nothing_and_can_be_done_again(self):
        file = self.server()
        browser = Browser(file)
        words = [{"text": f"word {n}", "translation": f"слово {n}", "from": "en", "to": "ru"} for n in range(COUNT)]
        lines = "".join(json.dumps(word) + "\n" for word in words)
        answer = browser.upload("import-words", "/import", "words.jsonl", lines.encode())
        self.assertLess(answer.status, 400, answer.text[:500])
        wait_until(lambda: len(browser.words()) == COUNT, 60, "the import")
        before = export(browser)
        file.terminate()

        # The tables, and a word that cannot be stored.
        self.web().terminate()
        self.sql("ALTER TABLE word ADD CONSTRAINT hostile CHECK (text <> 'word 4000')")
        failed = self.move()
        self.assertEqual(failed.returncode, 1)
        self.assertIn("Nothing was copied.", failed.stderr)
        self.assertEqual(self.sql("SELECT count(*) FROM word"), ["0"])
        self.sql("ALTER TABLE word DROP CONSTRAINT hostile")

        process = subprocess.Popen(
            self.command(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=clean_environment(self.folder)
        )
        # Rows that are not committed are in the statistics of the transaction only, so the table's size tells.
        wait_until(lambda: int(self.sql("SELECT pg_relation_size('word')")[0]) > 200_000, 60, "the middle of the copy")
        os.kill(process.pid, signal.SIGKILL)
        self.assertEqual(process.wait(30), -signal.SIGKILL)
        self.assertEqual(self.sql("SELECT count(*) FROM word"), ["0"])

        done = self.move()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"words {COUNT},", done.stdout)
        # Not by assertEqual, whose difference would be long.
        self.assertTrue(export(Browser(self.web(), "alice")) == before)


if __name__ == "__main__":
    unittest.main()
