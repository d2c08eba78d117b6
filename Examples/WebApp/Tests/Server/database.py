"""The PostgreSQL server that `Scripts/postgres` runs around the tests: PGURL, PGADMINURL and PGCTL are in the environment."""

import os
import pathlib
import shlex
import signal
import subprocess
import unittest
import urllib.parse
import uuid

from webserver import SECRET, SITE, ServerTest, wait_until

PROXY = {"WEB_PROXY_SECRET": SECRET, "WEB_SITE": SITE}


@unittest.skipUnless("PGCTL" in os.environ, "needs Scripts/postgres around it")
class DatabaseTest(ServerTest):
    """A test with a database of its own."""

    def setUp(self):
        super().setUp()
        self.name = f"test_{uuid.uuid4().hex}"
        admin(f"CREATE DATABASE {self.name} OWNER web")
        self.url = urllib.parse.urlsplit(os.environ["PGURL"])._replace(path=f"/{self.name}").geturl()

    def web(self, port=0):
        """Starts a server for many people."""
        return self.server("--postgres", self.url, environment=PROXY, port=port)

    def sql(self, statement):
        """Runs a statement as a superuser in the database of the test, and returns the rows."""
        return admin(statement, self.name)


def admin(statement, database="postgres"):
    url = urllib.parse.urlsplit(os.environ["PGADMINURL"])._replace(path=f"/{database}").geturl()
    done = subprocess.run(
        ["psql", "-qXAt", "-v", "ON_ERROR_STOP=1", url, "-c", statement], capture_output=True, text=True
    )
    if done.returncode:
        raise AssertionError(done.stderr)
    return done.stdout.splitlines()


def control(*arguments):
    """Runs pg_ctl for the server, such as `restart -m fast`."""
    # The server that it starts would keep a pipe open.
    subprocess.run(
        [*shlex.split(os.environ["PGCTL"]), *arguments],
        cwd="/",
        check=True,
        timeout=60,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def data_folder():
    words = shlex.split(os.environ["PGCTL"])
    return pathlib.Path(words[words.index("-D") + 1])


class Stopped:
    """The server is stopped, and started again at the end."""

    def __enter__(self):
        # Only a restart keeps the options, such as the port.
        words = shlex.split((data_folder() / "postmaster.opts").read_text())[1:]
        place = words.index("-D")
        self.options = shlex.join(words[:place] + words[place + 2 :])
        control("stop", "-m", "fast")
        return self

    def __exit__(self, *_):
        control("start", "-o", self.options)


def server_processes():
    """The process of the server, and those of its connections."""
    parent = int((data_folder() / "postmaster.pid").read_text().splitlines()[0])
    children = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True
    ).stdout.split()
    return [parent, *map(int, children)]


class Frozen:
    """The server stands still: it accepts connections, and says nothing."""

    def __enter__(self):
        self.stopped = server_processes()
        for process in self.stopped:
            os.kill(process, signal.SIGSTOP)
        return self

    def __exit__(self, *_):
        for process in self.stopped:
            os.kill(process, signal.SIGCONT)


def wait_until_it_works(test, browser):
    """Waits until words can be added again, without a new session."""
    number = 0

    def works():
        nonlocal number
        number += 1
        return browser.add_word(f"after{number}").status == 303

    wait_until(works, 30, "a word after the database is back")
    test.assertEqual(browser.server.get("/health/ready").status, 200)
