"""The PostgreSQL server that `Scripts/postgres` runs around the tests: PGURL, PGADMINURL and PGCTL are in the environment."""

import contextlib
import os
import pathlib
import shlex
import shutil
import signal
import socket
import subprocess
import tempfile
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


def admin(statement, database="postgres", server=None):
    """Runs a statement as a superuser on a server, and returns the rows."""
    url = urllib.parse.urlsplit(server or os.environ["PGADMINURL"])._replace(path=f"/{database}").geturl()
    done = subprocess.run(
        ["psql", "-qXAt", "-v", "ON_ERROR_STOP=1", url, "-c", statement], capture_output=True, text=True
    )
    if done.returncode:
        raise AssertionError(done.stderr)
    return done.stdout.splitlines()


def control(*arguments):
    """Runs pg_ctl for the server, such as `restart -m fast`."""
    run_as_server([*shlex.split(os.environ["PGCTL"]), *arguments])


def run_as_server(command):
    # The server that pg_ctl starts would keep a pipe open.
    subprocess.run(
        command,
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


def server_processes(folder=None):
    """The process of a server, and those of its connections."""
    parent = int(((folder or data_folder()) / "postmaster.pid").read_text().splitlines()[0])
    children = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True
    ).stdout.split()
    return [parent, *map(int, children)]


def send(number, processes):
    """Sends a signal. A process that has ended meanwhile needs none."""
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, number)


class Frozen:
    """The server stands still: it accepts connections, and says nothing."""

    def __enter__(self):
        # First the one that starts others.
        send(signal.SIGSTOP, server_processes()[:1])
        self.stopped = server_processes()
        send(signal.SIGSTOP, self.stopped)
        return self

    def __exit__(self, *_):
        send(signal.SIGCONT, self.stopped)


def folder_of_server(test):
    """An empty folder of the user that runs PostgreSQL."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="postgres-"))
    test.addCleanup(shutil.rmtree, folder, ignore_errors=True)
    owner = data_folder().stat()
    os.chown(folder, owner.st_uid, owner.st_gid)
    return folder


class SmallDisk:
    """A file system of some megabytes, on which the database of a test is."""

    def __init__(self, test, megabytes=24):
        self.folder = folder_of_server(test)
        owner = data_folder().stat()
        options = f"size={megabytes}m,mode=700,uid={owner.st_uid},gid={owner.st_gid}"
        mount = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, "tmpfs", self.folder], capture_output=True, text=True
        )
        if mount.returncode:
            test.skipTest(f"no file system can be mounted: {mount.stderr.strip()}")
        test.addCleanup(subprocess.run, ["umount", "-l", self.folder], check=True)
        admin(f"CREATE TABLESPACE {test.name} LOCATION '{self.folder}'")
        admin(f"ALTER DATABASE {test.name} SET TABLESPACE {test.name}")
        test.addCleanup(admin, f"DROP TABLESPACE {test.name}")
        test.addCleanup(admin, f"DROP DATABASE {test.name} WITH (FORCE)")

    def __enter__(self):
        """Fills it up."""
        with (self.folder / "other").open("wb", buffering=0) as file:
            try:
                while file.write(bytes(65536)):
                    pass
            except OSError:
                pass  # It is full.
        return self

    def __exit__(self, *_):
        (self.folder / "other").unlink()


class Copy:
    """A server of its own with the data of a running one, which it follows if it is a standby."""

    def __init__(self, test, url, *options):
        words = shlex.split(os.environ["PGCTL"])
        place = words.index("-D")
        program = pathlib.Path(words[place - 1])
        self.data = folder_of_server(test) / "data"
        self.control = [*words[:place], "-D", str(self.data), "-w"]
        copy = ["pg_basebackup", "-D", str(self.data), "-d", url, "-c", "fast", *options]
        run_as_server([*words[: place - 1], str(program.parent / copy[0]), *copy[1:]])
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        settings = f"-c listen_addresses=127.0.0.1 -c port={self.port} -c unix_socket_directories='' -c fsync=off"
        run_as_server([*self.control, "-l", str(self.data / "log"), "-o", settings, "start"])
        test.addCleanup(self.kill)
        admin_url = urllib.parse.urlsplit(os.environ["PGADMINURL"])
        self.url = admin_url._replace(netloc=f"{admin_url.netloc.rpartition(':')[0]}:{self.port}").geturl()

    def promote(self):
        run_as_server([*self.control, "promote"])

    def kill(self):
        """Ends all its processes at once, as a computer that is gone. Does nothing the second time."""
        pid = self.data / "postmaster.pid"
        if not pid.exists():
            return
        send(signal.SIGKILL, server_processes(self.data))
        pid.unlink()


def wait_until_it_works(test, browser):
    """Waits until words can be added again, without a new session."""
    number = 0

    def works():
        nonlocal number
        number += 1
        return browser.add_word(f"after{number}").status == 303

    wait_until(works, 30, "a word after the database is back")
    test.assertEqual(browser.server.get("/health/ready").status, 200)
