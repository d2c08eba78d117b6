"""PostgreSQL restarted, frozen, locked, full, read-only, replaced by its standby and without a free connection.

And a server killed in a load of writes.
"""

import concurrent.futures
import os
import subprocess
import time
import unittest
import urllib.parse

from browser import Browser, Load
from database import (
    PROXY,
    Copy,
    DatabaseTest,
    Frozen,
    SmallDisk,
    Stopped,
    admin,
    control,
    wait_until_it_works,
)
from webserver import PROGRAM, clean_environment, wait_until

# No request takes longer, whatever the database does: 5 s for a place, 12 s for a statement, and some for a busy computer.
LONGEST = 25


def found(browser, text):
    """The words that a search finds, as the page shows them."""
    return browser.get(f"/search?text={text}").page.text_of.get("words", "")


class FailureTest(DatabaseTest):
    def set(self, name, value):
        """Changes a setting of the server until the end of the test."""
        self.addCleanup(admin, "SELECT pg_reload_conf()")
        self.addCleanup(admin, f"ALTER SYSTEM RESET {name}")
        admin(f"ALTER SYSTEM SET {name} = '{value}'")
        admin("SELECT pg_reload_conf()")

    def check_refusals(self, load):
        """Each refused change has said why, and has not made its client wait."""
        for item in load.refused():
            self.assertIn(item.status, (422, 503), item.reason)
            self.assertTrue(item.reason, item.status)
        self.assertLess(max(item.seconds for item in load.results), LONGEST)
        self.assertEqual([item.reason for item in load.results if item.status is None], [])


class Killed(FailureTest):
    def test_one_of_two_servers_is_killed_in_a_load_of_writes(self):
        killed, left = self.web(), self.web()
        persons = ("alice", "bob")
        of_killed = {
            person: Load([Browser(killed, person) for _ in range(5)], f"killed {person}") for person in persons
        }
        of_left = {person: Load([Browser(left, person) for _ in range(5)], f"left {person}") for person in persons}
        loads = [*of_killed.values(), *of_left.values()]
        for load in loads:
            load.wait_for_acknowledged(15)
        killed.kill()
        for load in of_left.values():
            load.wait_for_acknowledged(15)
        for load in loads:
            load.stop()
        third = self.web()
        for person in persons:
            self.assertEqual(of_left[person].refused(), [])
            for server in (left, third):
                browser = Browser(server, person)
                words, tasks = browser.words(), browser.tasks()
                of_killed[person].check(self, words, tasks)
                of_left[person].check(self, words, tasks)

    def test_a_server_that_was_killed_while_it_migrates_leaves_a_database_that_others_can_use(self):
        for delay in (0.02, 0.05, 0.1):
            process = subprocess.Popen(
                [PROGRAM, "--port", "0", "--postgres", self.url],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=clean_environment(self.folder) | PROXY,
            )
            # A moment in the middle of the migration: the test passes whichever it is.
            time.sleep(delay)
            process.kill()
            process.wait(10)
        self.assertEqual(Browser(self.web(), "alice").add_word("house").status, 303)

    def test_servers_that_start_at_once_on_an_empty_database_all_serve(self):
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            servers = list(pool.map(lambda _: self.web(), range(4)))
        for number, server in enumerate(servers):
            self.assertEqual(Browser(server, "alice").add_word(f"from {number}").status, 303)
        self.assertEqual(len(Browser(servers[0], "alice").words()), 4)


class Restarted(FailureTest):
    def check(self, mode):
        web = self.web()
        reader = Browser(web, "alice")
        stream = reader.events()
        self.addCleanup(stream.close)
        load = Load([Browser(web, "alice") for _ in range(6)], mode)
        load.wait_for_acknowledged(30)
        for _ in range(2):
            control("restart", "-m", mode)
            load.wait_for_acknowledged(20)
        load.stop()
        self.check_refusals(load)
        wait_until_it_works(self, reader)
        load.check(self, reader.words(), reader.tasks())
        # Changes of other servers arrive again: the connection that listens was opened again.
        self.assertFalse(stream.is_ended)
        other = Browser(self.web(), "alice")
        reader.get("/")
        known = len(stream.received)
        self.assertEqual(other.add_word("from another server").status, 303)
        wait_until(lambda: ("change", "/") in stream.received[known:], 15, "an event after the restart")
        wait_until(
            lambda: "from another server" in reader.get("/", {"X-Refresh": "1"}).text, what="the word on the page"
        )

    def test_in_a_load_of_writes_by_a_fast_shutdown(self):
        self.check("fast")

    def test_in_a_load_of_writes_by_an_immediate_shutdown(self):
        self.check("immediate")

    def test_stopped_for_a_while_pages_say_so_and_come_back_by_themselves(self):
        web = self.web()
        browser = Browser(web, "alice")
        self.assertEqual(browser.add_word("house").status, 303)
        with Stopped():
            for send in (lambda: browser.add_word("daughter"), lambda: browser.add_task("buy bread")):
                answer = send()
                self.assertIn(answer.status, (422, 503))
                self.assertTrue(answer.reason)
            # A person without a session as well.
            page = web.get("/", Browser(web, "bob", opens=False).headers)
            self.assertIn(page.status, (200, 503))
            self.assertTrue(page.reason)
            self.assertEqual(web.get("/health/ready").status, 503)
            self.assertEqual(web.get("/health/live").status, 200)
            wait_until(lambda: "changes of other processes" in web.log_text(), what="a look for changes that fails")
            # Two more that fail as well.
            time.sleep(1.2)
        wait_until_it_works(self, browser)
        lines = [line for line in web.log_text().splitlines() if "warning" in line]
        for text in (
            "statement failed", "the database answers again", "a store cannot be used", "the stores can be used again",
            "changes of other processes",
        ):
            self.assertEqual(sum(text in line for line in lines), 1, (text, lines))
        # The others are of the requests above.
        self.assertLess(len(lines), 25, lines)
        self.assertIn("house", browser.words())
        self.assertNotIn("buy bread", browser.tasks())
        self.assertEqual(Browser(web, "bob").words(), [])


class LostInCommit(FailureTest):
    """The connection is lost when the server has been told to commit, and before its answer."""

    def add_task_until(self, browser, event):
        """Adds a task in another thread. Returns its future, when its transaction waits for an event of the server."""
        pool = concurrent.futures.ThreadPoolExecutor(1)
        self.addCleanup(pool.shutdown)
        call = pool.submit(browser.add_task, "buy milk")
        waiting = f"SELECT pid FROM pg_stat_activity WHERE query = 'COMMIT' AND wait_event = '{event}'"
        return call, wait_until(lambda: self.sql(waiting), what="the commit")[0]

    def test_by_a_crash_it_is_an_error_although_another_transaction_gets_its_number(self):
        # Otherwise the crash keeps the number.
        self.set("wal_writer_delay", "10s")
        web = self.web()
        browser = Browser(web, "alice")
        self.assertEqual(browser.add_task("buy bread").status, 303)
        # Deferred: it runs in the commit, before the transaction counts.
        self.sql(
            "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(60); RETURN NULL; END $$;"
            "CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON todo DEFERRABLE INITIALLY DEFERRED"
            " FOR EACH ROW EXECUTE FUNCTION wait()"
        )
        call, _ = self.add_task_until(browser, "PgSleep")
        number = int(self.sql("SELECT max(backend_xid::text::bigint) FROM pg_stat_activity")[0])
        with web.frozen():
            control("restart", "-m", "immediate")
            use = "DO $$ BEGIN FOR i IN 1..1000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$"
            self.sql(use)
            self.assertEqual(self.sql(f"SELECT pg_xact_status('{number}')"), ["committed"])
        answer = call.result()
        self.assertIn(answer.status, (422, 503))
        self.assertTrue(answer.reason)
        self.assertEqual(browser.tasks(), ["buy bread"])

    def test_after_the_server_has_committed_it_is_no_error_once_the_standby_has_it_too(self):
        browser = Browser(self.web(), "alice")
        self.assertEqual(browser.add_task("buy bread").status, 303)
        # The server commits, and waits for a standby that does not exist.
        waiting = "SELECT pid FROM pg_stat_activity WHERE query = 'COMMIT' AND wait_event = 'SyncRep'"
        self.set("synchronous_standby_names", "nobody")
        call, process = self.add_task_until(browser, "SyncRep")
        admin(f"SELECT pg_terminate_backend({process})")
        # It is asked for again, which waits as well.
        wait_until(lambda: [other for other in self.sql(waiting) if other != process], what="the second commit")
        self.assertFalse(call.done())
        self.set("synchronous_standby_names", "")
        self.assertEqual(call.result().status, 303)
        self.assertEqual(sorted(browser.tasks()), ["buy bread", "buy milk"])


class Crashed(FailureTest):
    def test_what_was_acknowledged_is_there_also_if_the_servers_commits_would_not_wait_for_the_disk(self):
        self.sql(f"ALTER DATABASE {self.name} SET synchronous_commit = off")
        self.set("wal_writer_delay", "10s")
        browser = Browser(self.web(), "alice")
        for number in range(3):
            self.assertEqual(browser.add_task(f"task {number}").status, 303)
        control("restart", "-m", "immediate")
        wait_until_it_works(self, browser)
        self.assertEqual(sorted(browser.tasks()), ["task 0", "task 1", "task 2"])


class StandsStill(FailureTest):
    def test_frozen_for_some_seconds_nothing_hangs_and_nothing_is_lost(self):
        web = self.web()
        load = Load([Browser(web, "alice") for _ in range(6)])
        load.wait_for_acknowledged(20)
        with Frozen():
            end = time.monotonic() + 5
            while time.monotonic() < end:
                start = time.monotonic()
                self.assertEqual(web.get("/health/live").status, 200)
                self.assertLess(time.monotonic() - start, 1)
                time.sleep(0.2)
        load.wait_for_acknowledged(20)
        load.stop()
        self.check_refusals(load)
        browser = Browser(web, "alice")
        load.check(self, browser.words(), browser.tasks())

    def test_frozen_for_long_requests_end_with_a_reason_and_the_server_is_not_ready(self):
        web = self.web()
        browser = Browser(web, "alice")
        self.assertEqual(browser.add_word("house").status, 303)
        with Frozen(), concurrent.futures.ThreadPoolExecutor(20) as pool:
            calls = [
                pool.submit(lambda: web.get("/health/ready", timeout=60)),
                pool.submit(lambda: browser.add_word("daughter", timeout=60)),
                *(
                    pool.submit(lambda: web.get("/", Browser(web, "bob", opens=False).headers, timeout=60))
                    for _ in range(12)
                ),
            ]
            start = time.monotonic()
            answers = [call.result() for call in calls]
            self.assertLess(time.monotonic() - start, LONGEST)
            self.assertEqual(web.get("/health/live", timeout=1).status, 200)
            self.assertEqual(answers[0].status, 503)
            self.assertIn(answers[1].status, (422, 503))
            for answer in answers:
                self.assertIn(answer.status, (200, 422, 503))
                self.assertTrue(answer.reason)
        wait_until_it_works(self, browser)
        self.assertIn("house", browser.words())

    def test_frozen_it_stops_in_time_when_it_is_told_to(self):
        web = self.web()
        browser = Browser(web, "alice")
        with Frozen(), concurrent.futures.ThreadPoolExecutor(1) as pool:
            call = pool.submit(lambda: browser.add_word("daughter"))
            wait_until(lambda: not call.done())
            status, seconds = web.terminate()
            self.assertEqual(status, 0, web.log_text())
            self.assertLess(seconds, 5)
            call.exception()


class Taken(FailureTest):
    def test_no_free_connection_is_an_error_until_there_is_one(self):
        web = self.web()
        browser = Browser(web, "alice")
        self.assertEqual(browser.add_word("house").status, 303)
        admin(f"ALTER DATABASE {self.name} CONNECTION LIMIT 0")
        admin(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{self.name}'")
        for answer in (browser.add_word("daughter"), browser.add_task("buy bread"), web.get("/health/ready")):
            self.assertIn(answer.status, (422, 503))
            self.assertTrue(answer.reason)
        self.assertEqual(web.get("/health/live").status, 200)
        admin(f"ALTER DATABASE {self.name} CONNECTION LIMIT -1")
        wait_until_it_works(self, browser)
        words = browser.words()
        self.assertIn("house", words)
        self.assertNotIn("daughter", words)

    def test_a_lock_of_another_program_makes_writers_fail_in_time_and_pages_stay(self):
        web = self.web()
        browser = Browser(web, "alice")
        self.assertEqual(browser.add_word("house").status, 303)
        others = [Browser(web, "alice") for _ in range(30)]
        with subprocess.Popen(
            ["psql", "-qXAt", os.environ["PGADMINURL"].rsplit("/", 1)[0] + f"/{self.name}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as locker, concurrent.futures.ThreadPoolExecutor(30) as pool:
            locker.stdin.write("BEGIN; LOCK TABLE word IN SHARE ROW EXCLUSIVE MODE; SELECT 'locked';\n")
            locker.stdin.flush()
            self.assertEqual(locker.stdout.readline(), "locked\n")
            start = time.monotonic()
            calls = [pool.submit(other.add_word, f"word{number}") for number, other in enumerate(others)]
            answers = [call.result() for call in calls]
            self.assertLess(time.monotonic() - start, LONGEST)
            for answer in answers:
                self.assertIn(answer.status, (422, 503))
                self.assertTrue(answer.reason)
            # What only reads goes on.
            self.assertIn("house", browser.get("/").text)
            locker.communicate("ROLLBACK;\n", timeout=10)
        wait_until_it_works(self, browser)
        self.assertFalse([word for word in browser.words() if word.startswith("word")])


class Full(FailureTest):
    def test_a_full_disk_is_an_error_with_its_reason_and_reading_goes_on(self):
        disk = SmallDisk(self)
        web = self.web()
        browser = Browser(web, "alice")
        self.assertEqual(browser.add_word("house").status, 303)
        self.assertEqual(browser.add_task("buy bread").status, 303)
        load = Load([Browser(web, "alice") for _ in range(4)])
        load.wait_for_acknowledged(10)
        with disk:
            kinds = {"word", "task"}
            wait_until(lambda: {item.kind for item in load.refused()} == kinds, 20, "refused words and tasks")
            load.stop()
            self.check_refusals(load)
            for item in load.refused():
                self.assertIn("no space left", item.reason)
            words, tasks = browser.words(), browser.tasks()
            self.assertIn("house", words)
            self.assertIn("buy bread", tasks)
            load.check(self, words, tasks)
        wait_until_it_works(self, browser)
        self.assertEqual(browser.add_task("buy milk").status, 303)
        load.check(self, browser.words(), browser.tasks())


class ReadOnly(FailureTest):
    def test_a_database_that_cannot_be_written_is_an_error_until_it_can(self):
        web = self.web()
        browser = Browser(web, "alice")
        self.assertEqual(browser.add_word("house").status, 303)
        admin(f"ALTER DATABASE {self.name} SET default_transaction_read_only = on")
        admin(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{self.name}'")
        for answer in (browser.add_word("daughter"), browser.add_task("buy bread"), web.get("/health/ready")):
            self.assertIn(answer.status, (422, 503))
            self.assertTrue(answer.reason)
        admin(f"ALTER DATABASE {self.name} RESET default_transaction_read_only")
        wait_until_it_works(self, browser)
        words = browser.words()
        self.assertIn("house", words)
        self.assertNotIn("daughter", words)
        self.assertEqual(browser.tasks(), [])


class Replaced(FailureTest):
    """The primary is gone, and its standby takes its place."""

    def setUp(self):
        super().setUp()
        self.primary = Copy(self, os.environ["PGADMINURL"])
        self.standby = Copy(self, self.primary.url, "-R")
        url = urllib.parse.urlsplit(self.url)
        hosts = ",".join(f"127.0.0.1:{server.port}" for server in (self.primary, self.standby))
        self.url = url._replace(netloc=f"{url.netloc.rpartition('@')[0]}@{hosts}").geturl()

    def configure(self, server, name, value):
        admin(f"ALTER SYSTEM SET {name} = '{value}'", server=server.url)
        admin("SELECT pg_reload_conf()", server=server.url)

    def wait_for_standbys(self, *states):
        sql = "SELECT sync_state FROM pg_stat_replication"
        wait_until(lambda: admin(sql, server=self.primary.url) == list(states), what=f"standbys: {states}")

    def test_in_a_load_of_writes_every_acknowledged_change_is_there(self):
        self.configure(self.primary, "synchronous_standby_names", "*")
        self.wait_for_standbys("sync")
        web = self.web()
        browser = Browser(web, "alice")
        load = Load([Browser(web, "alice") for _ in range(6)])
        load.wait_for_acknowledged(20)
        self.primary.kill()
        self.standby.promote()
        load.wait_for_acknowledged(20)
        load.stop()
        self.check_refusals(load)
        wait_until_it_works(self, browser)
        load.check(self, browser.words(), browser.tasks())

    def test_by_a_standby_that_lacks_the_last_changes_the_new_ones_are_found_and_shown(self):
        self.wait_for_standbys("async")
        web, other = self.web(), self.web()
        reader = Browser(web, "alice")
        self.assertEqual(reader.add_word("base").status, 303)
        self.assertEqual(reader.add_task("base task").status, 303)
        lag = "SELECT 1 FROM pg_stat_replication WHERE replay_lsn = pg_current_wal_lsn()"
        wait_until(lambda: admin(lag, server=self.primary.url), what="the standby to be up to date")
        self.configure(self.standby, "primary_conninfo", "")
        self.wait_for_standbys()
        for number in range(3):
            self.assertEqual(reader.add_word(f"lost{number}").status, 303)
            self.assertEqual(reader.add_task(f"lost task {number}").status, 303)
        self.assertIn("lost2", found(reader, "lost2"))
        self.primary.kill()
        self.standby.promote()
        # As many changes as were lost, and more.
        writer = Browser(other, "alice")
        wait_until_it_works(self, writer)
        for number in range(10):
            self.assertEqual(writer.add_word(f"new{number}").status, 303)
            self.assertEqual(writer.add_task(f"new task {number}").status, 303)
            word, task = f"new{number}", f"new task {number}"
            wait_until(lambda: word in reader.words(), what=word)
            wait_until(lambda: task in reader.tasks(), what=task)
            self.assertIn(word, found(reader, word))
        self.assertNotIn("lost2", reader.words())
        self.assertNotIn("lost task 2", reader.tasks())
        self.assertEqual(found(reader, "lost2"), "")


if __name__ == "__main__":
    unittest.main()
