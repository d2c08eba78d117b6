"""The tarball of `Scripts/package`, installed in an empty Debian as the Containerfile and the README say.

PACKAGE is the tarball. DEBIAN_MIRROR is where Debian comes from, and DEBIAN_SUITE (bookworm) its name. Needs root and debootstrap,
and for the service systemd-nspawn.
"""

import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import unittest

from browser import Browser
from webserver import ServerTest, wait_until

FOLDER = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = os.environ.get("PACKAGE")


def last_stage():
    """The instructions of the last stage of the Containerfile, as pairs of a name and a text."""
    text = (FOLDER / "Containerfile").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    pairs = [tuple(line.split(" ", 1)) for line in lines]
    start = max(place for place, pair in enumerate(pairs) if pair[0] == "FROM")
    return pairs[start + 1 :]


def packages(command):
    """The packages that an apt command installs."""
    words = re.search(r"apt(?:-get)? install ([^&\n]*)", command)[1].split()
    return {word for word in words if not word.startswith("-")}


@unittest.skipUnless(PACKAGE, "needs PACKAGE, a tarball of Scripts/package")
@unittest.skipUnless(os.getuid() == 0 and shutil.which("debootstrap"), "needs root and debootstrap")
class Installed(ServerTest):
    @classmethod
    def setUpClass(cls):
        cls.root = pathlib.Path(tempfile.mkdtemp(prefix="debian-"))
        cls.addClassCleanup(shutil.rmtree, cls.root)
        cls.root.chmod(0o755)
        suite = os.environ.get("DEBIAN_SUITE", "bookworm")
        mirror = os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian")
        subprocess.run(
            ["debootstrap", "--variant=minbase", suite, cls.root, mirror],
            check=True,
            timeout=280,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        cls.user, cls.command, cls.data = None, [], None
        for name, text in last_stage():
            match name:
                case "RUN":
                    cls.in_root("sh", "-c", text)
                case "COPY":
                    source, target = text.split()[-2:]
                    assert (source, target) == ("/superapp-web", "/opt/superapp-web"), text
                    cls.unpack(target)
                case "USER":
                    cls.user = text
                case "VOLUME":
                    cls.data = text
                case "ENTRYPOINT" | "CMD":
                    cls.command += json.loads(text)
                case "STOPSIGNAL":
                    assert text == "SIGTERM"
                case _:
                    raise AssertionError(f"an instruction without a test: {name}")

    @classmethod
    def in_root(cls, *command):
        """Runs a command in the new system, as its root."""
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"}
        done = subprocess.run(
            ["chroot", cls.root, *command], env=environment, capture_output=True, text=True, timeout=280
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @classmethod
    def unpack(cls, target):
        """Installs the tarball as the README says."""
        shutil.copy(PACKAGE, cls.root / "root" / pathlib.Path(PACKAGE).name)
        readme = (FOLDER / "README.md").read_text()
        lines = [line for line in readme.splitlines() if line.endswith(target)]
        assert len(lines) == 2, lines
        for line in lines:
            cls.in_root("sh", "-c", "cd /root && " + line)

    def program(self):
        """A program that runs what the image would, in a file system without the folder of the build."""
        path = self.folder / "program"
        path.write_text(
            "#!/bin/sh\n"
            f"exec unshare --mount sh -c 'mount -t proc proc {self.root}/proc && exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin "
            f'chroot --userspec={self.user} {self.root} {self.command[0]} "$@"\' program "$@"\n'
        )
        path.chmod(0o700)
        return path

    def test_it_serves_its_pages_in_both_languages_with_its_glossary_and_ends_in_time(self):
        self.assertEqual((self.user, self.data), ("web", "/data"))
        server = self.server(*self.command[1:], program=self.program())
        browser, russian = Browser(server), Browser(server, headers={"Accept-Language": "ru"})
        self.assertIn("Favourites", browser.get("/").text)
        self.assertIn("Избранное", russian.get("/").text)
        for path, content in (("/style.css", "{"), ("/app.js", "function"), ("/icon.svg", "<svg")):
            answer = server.get(path)
            self.assertEqual(answer.status, 200, path)
            self.assertIn(content, answer.text, path)
        self.assertEqual(browser.add_word("dog").status, 303)
        self.assertIn("собака", browser.get("/").text)
        self.assertEqual(browser.add_task("Buy milk due:2026-12-01").status, 303)
        status, seconds = server.terminate()
        self.assertEqual(status, 0)
        self.assertLess(seconds, 5)
        self.assertEqual(server.log_text(), "")
        store = self.root / self.data.lstrip("/") / "superapp.sqlite"
        self.assertEqual(store.stat().st_mode & 0o777, 0o600)
        self.assertNotEqual(store.stat().st_uid, 0)

    def test_the_readme_installs_the_same_packages_and_more_only_for_backups(self):
        image = set.union(*(packages(text) for name, text in last_stage() if name == "RUN" and "apt" in text))
        readme = (FOLDER / "README.md").read_text()
        server = [line for line in readme.splitlines() if line.startswith("apt install libpq5")]
        self.assertEqual(len(server), 1)
        self.assertEqual(packages(server[0]), image | {"sqlite3"})
        text = (self.root / "opt/superapp-web/README").read_text()
        self.assertEqual(set(re.search(r"Packages that it needs: (.*)", text)[1].split()), image)

    def test_it_has_the_licences_of_what_is_linked(self):
        folder = self.root / "opt/superapp-web"
        for line in (folder / "packages").read_text().splitlines():
            name, version = line.split("\t")
            self.assertRegex(version, r"^\d+\.\d+\.\d+$")
            self.assertIn("Apache License", (folder / "licenses" / name / "LICENSE.txt").read_text())
        for name in ("LICENSE", "NOTICE.md", "README", "environment", "superapp-web.service", "licenses/swift/LICENSE.txt"):
            self.assertGreater((folder / name).stat().st_size, 0, name)

    @unittest.skipUnless(shutil.which("systemd-nspawn"), "needs systemd-nspawn")
    def test_systemd_runs_it_with_a_user_of_its_own_starts_it_again_and_stops_it(self):
        self.in_root("apt-get", "update")
        self.in_root(*"apt-get install --yes --no-install-recommends systemd systemd-sysv dbus sqlite3".split())
        readme = (FOLDER / "README.md").read_text()
        self.in_root("sh", "-c", re.search(r"^cp /opt/superapp-web/.*", readme, re.M)[0])
        self.in_root("systemctl", "enable", "superapp-web")
        port = free_port()
        folder = self.root / "etc/superapp-web"
        folder.mkdir(mode=0o700)
        store = "/var/lib/superapp-web/superapp.sqlite"
        (folder / "environment").write_text(f"WEB_OPTIONS=--store {store} --port {port} --without-token\n")
        with Booted(self.root) as system:
            wait_until(lambda: status(port) == 200, 60, "the service")
            process = system.run("systemctl", "show", "--property=MainPID", "--value", "superapp-web")
            system.run("systemctl", "kill", "--signal=KILL", "superapp-web")
            wait_until(lambda: status(port) == 200, 30, "the service after it was killed")
            self.assertNotEqual(
                system.run("systemctl", "show", "--property=MainPID", "--value", "superapp-web"), process
            )
            owner, mode = system.run("stat", "--format=%u %a", store).split()
            self.assertEqual((int(owner) > 60000, mode), (True, "600"))
            # As the README says for a backup.
            for command in (".backup", ".restore"):
                if command == ".restore":
                    system.run("systemctl", "stop", "superapp-web")
                system.run("sqlite3", store, f"{command} '/root/superapp.sqlite'")
            self.assertIsNone(status(port))
            system.run("systemctl", "start", "superapp-web")
            wait_until(lambda: status(port) == 200, 30, "the service after its store was restored")
            log = system.run("journalctl", "--unit=superapp-web", "--identifier=web", "--output=cat")
            self.assertEqual(set(log.splitlines()), {f"http://127.0.0.1:{port}/"})
            results = system.run("systemctl", "show", "--property=Result", "--value", "superapp-web")
            self.assertEqual(results, "success\n")


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def status(port):
    """The status of the first page. None if nobody answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status
    except (ConnectionError, http.client.HTTPException):
        return None
    finally:
        connection.close()


class Booted:
    """A system of a folder, with systemd as its first process. It has the network of this computer."""

    def __init__(self, root):
        self.root = root

    def __enter__(self):
        options = ["--boot", "--register=no", "--keep-unit", "--console=pipe"]
        self.process = subprocess.Popen(
            ["systemd-nspawn", "-D", self.root, *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_until(self.first_process, 30, "the first process")
        return self

    def first_process(self):
        done = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True)
        return done.stdout.strip()

    def run(self, *command):
        """Runs a command in the system, and returns what it prints."""
        enter = ["nsenter", "-t", self.first_process(), "-m", "-u", "-i", "-p"]
        done = subprocess.run([*enter, *command], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        return done.stdout

    def __exit__(self, *_):
        # systemd-nspawn asks the system to end.
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)


@unittest.skipUnless(shutil.which("systemd-analyze"), "needs systemd-analyze")
class Unit(unittest.TestCase):
    def test_the_unit_is_right_and_lets_the_service_do_little(self):
        unit = (FOLDER / "Install/superapp-web.service").read_text()
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "superapp-web.service")
            # The program is not installed here.
            file.write_text(unit.replace("/opt/superapp-web/bin/web", "/bin/true"))
            done = subprocess.run(["systemd-analyze", "verify", file], capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))
            # From 0 to 100. A service without limits has 96.
            done = subprocess.run(
                ["systemd-analyze", "security", "--offline=true", "--threshold=20", file],
                capture_output=True,
                text=True,
                timeout=60,
            )
            self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    unittest.main()
