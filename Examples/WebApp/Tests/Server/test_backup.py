"""The commands of the README for a backup, for another computer and for a store that was lost."""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import unittest
import urllib.parse

from browser import Browser
from database import PROXY, DatabaseTest, admin
from webserver import ServerTest

README = pathlib.Path(__file__).resolve().parents[2] / "README.md"


def commands(heading):
    """The lines of the blocks below a heading, each without its remark."""
    section = re.search(rf"^### {heading}\n(.*?)^##", README.read_text(), re.M | re.S)[1]
    lines = "\n".join(re.findall(r"^```sh\n(.*?)^```", section, re.M | re.S)).splitlines()
    return [line.split("   #")[0] for line in lines]


def run(test, line, names):
    """Runs a command of the README with other names. Each is in it."""
    for old, new in names.items():
        test.assertIn(old, line)
        line = line.replace(old, str(new))
    done = subprocess.run(["bash", "-euc", line], capture_output=True, text=True, timeout=60)
    test.assertEqual((done.returncode, done.stderr), (0, ""), line)


def only(test, lines, beginning):
    """The only command with a beginning."""
    found = [line for line in lines if line.startswith(beginning)]
    test.assertEqual(len(found), 1, beginning)
    return found[0]


@unittest.skipUnless(shutil.which("sqlite3"), "needs sqlite3")
class File(ServerTest):
    STORE = "/var/lib/superapp-web/superapp.sqlite"

    def test_a_backup_of_a_running_server_is_restored_over_a_later_or_a_new_store(self):
        web = self.server()
        browser = Browser(web)
        for number in range(20):
            browser.add_word(f"kept{number}")
        browser.add_task("kept")
        lines = commands("Backup")
        backup = self.folder / "backup.sqlite"
        run(self, only(self, lines, "sqlite3"), {self.STORE: self.store, "/root/superapp.sqlite": backup})
        browser.add_word("later")
        self.assertEqual(web.terminate()[0], 0)

        lines = commands("Restore")
        restore = only(self, lines, "sqlite3")
        new = self.folder / "new.sqlite"
        self.server("--store", str(new)).terminate()
        for store in (self.store, new):
            owner = store.stat()
            run(self, restore, {self.STORE: store, "/root/superapp.sqlite": backup})
            self.assertEqual((store.stat().st_uid, store.stat().st_mode), (owner.st_uid, owner.st_mode))
            restored = Browser(self.server("--store", str(store)))
            self.assertEqual(sorted(restored.words()), sorted(f"kept{number}" for number in range(20)))
            self.assertEqual(restored.tasks(), ["kept"])
            self.assertEqual(restored.add_word("after").status, 303)

    def test_the_service_is_stopped_while_its_store_is_restored(self):
        lines = commands("Restore")
        place = lines.index(only(self, lines, "sqlite3"))
        self.assertEqual(lines[place - 1], "systemctl stop superapp-web")
        self.assertEqual(lines[place + 1], "systemctl start superapp-web")


class Database(DatabaseTest):
    def superuser(self, line, names):
        """A command that the README runs as the user postgres of a computer runs as the superuser of the tests."""
        match = re.fullmatch(r"su postgres -c '(.*)'( [<>] \S+)?", line)
        self.assertTrue(match, line)
        url = urllib.parse.urlsplit(os.environ["PGADMINURL"])
        connection = f"PGHOST={url.hostname} PGPORT={url.port} PGUSER={url.username} PGPASSWORD={url.password} "
        program, _, rest = match[1].partition(" ")
        tools = shlex.quote(str(pathlib.Path(os.environ["PGBIN"]) / program))
        run(self, f"{connection}{tools} {rest}{match[2] or ''}", names)

    def test_a_backup_of_all_persons_is_restored_as_a_new_database(self):
        web = self.web()
        alice, bob = Browser(web, "alice"), Browser(web, "bob")
        for number in range(5):
            alice.add_word(f"alice{number}")
        bob.add_word("bob")
        bob.add_task("bob's")
        backup = str(self.folder / "words.dump")
        dump = only(self, commands("Backup"), "su postgres")
        self.superuser(dump, {"custom words": f"custom {self.name}", "/root/words.dump": backup})
        alice.add_word("later")
        web.terminate()

        create, restore = [line for line in commands("Restore") if line.startswith("su postgres")]
        name = f"{self.name}_restored"
        self.addCleanup(admin, f"DROP DATABASE {name} WITH (FORCE)")
        self.superuser(create, {" words": f" {name}"})
        self.superuser(restore, {"dbname=words": f"dbname={name}", "/root/words.dump": backup})
        url = urllib.parse.urlsplit(self.url)._replace(path=f"/{name}").geturl()
        web = self.server("--postgres", url, environment=PROXY)
        alice, bob, eve = (Browser(web, person) for person in ("alice", "bob", "eve"))
        self.assertEqual(sorted(alice.words()), [f"alice{number}" for number in range(5)])
        self.assertEqual((bob.words(), bob.tasks()), (["bob"], ["bob's"]))
        self.assertEqual((eve.words(), eve.tasks()), ([], []))
        # The rows of persons are apart as before, and numbers go on.
        self.assertEqual(alice.add_word("after").status, 303)
        tables = "SELECT count(*) FROM pg_class WHERE relrowsecurity AND relforcerowsecurity AND relowner = 'web'::regrole"
        self.assertEqual(admin(tables, name), admin(tables, self.name))
        self.assertNotEqual(admin(tables, name), ["0"])

    def test_the_user_of_the_server_cannot_make_a_backup(self):
        """It sees no row without a person: pg_dump refuses, so that nobody takes an empty file for a backup."""
        Browser(self.web(), "alice").add_word("dog")
        tool = pathlib.Path(os.environ["PGBIN"]) / "pg_dump"
        done = subprocess.run([tool, "--format=custom", self.url], capture_output=True, timeout=60)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(b"row-level security", done.stderr)


if __name__ == "__main__":
    unittest.main()
