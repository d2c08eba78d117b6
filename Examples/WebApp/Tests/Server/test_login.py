"""One person from other devices: the password, https, and who is kept out."""

import http.client
import os
import pty
import re
import socket
import ssl
import stat
import subprocess
import unittest
import urllib.parse

from browser import Browser
from webserver import PROGRAM, ServerTest, clean_environment, run_to_end

PASSWORD = "correct horse"


def own_address():
    """An address of this computer that is not the loopback's; None if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("203.0.113.1", 9))
        except OSError:
            return None
        address = probe.getsockname()[0]
    return None if address.startswith("127.") else address


class LoginTest(ServerTest):
    def setUp(self):
        super().setUp()
        self.password_file = self.make_password(PASSWORD)

    def make_password(self, password, name="password"):
        file = self.folder / name
        subprocess.run([PROGRAM, "password", str(file)], input=f"{password}\n", text=True, check=True, timeout=30)
        return file

    def login_server(self, *more, **options):
        return self.server("--store", str(self.store), "--password-file", str(self.password_file), *more, **options)

    def send_password(self, server, password, headers=None):
        body = urllib.parse.urlencode({"password": password, "next": "/"})
        form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://{server.host}"}
        return server.request("POST", "/login", body, form | (headers or {}))

    def sign_in(self, server, password=PASSWORD):
        answer = self.send_password(server, password)
        self.assertEqual((answer.status, answer.headers["Location"]), (303, "/"), answer.text)
        return answer.headers["Set-Cookie"].split(";")[0]


class Password(LoginTest):
    def test_the_file_has_no_password_and_is_for_its_owner_only(self):
        self.assertNotIn(PASSWORD, self.password_file.read_text())
        self.assertEqual(stat.S_IMODE(self.password_file.stat().st_mode), 0o600)

    def test_a_password_is_asked_for_twice_and_not_shown(self):
        for second, status in ((PASSWORD, 0), ("another one", 64)):
            file = self.folder / f"typed-{status}"
            main, other = pty.openpty()
            process = subprocess.Popen([PROGRAM, "password", str(file)], stdin=other, stdout=other, stderr=other)
            os.close(other)
            shown = b""
            for text in (PASSWORD, second):
                while not shown.endswith(b": "):
                    shown += os.read(main, 1000)
                os.write(main, text.encode() + b"\n")
                shown += os.read(main, 1000)
            self.assertEqual(process.wait(30), status)
            os.close(main)
            self.assertNotIn(PASSWORD.encode(), shown)
            self.assertEqual(file.exists(), status == 0)

    def test_a_short_password_and_a_file_that_cannot_be_written_are_errors(self):
        for password, file, text in (
            ("short\n", self.folder / "new", "at least 8 characters"),
            (PASSWORD, self.folder / "no" / "folder", "cannot be written"),
        ):
            done = subprocess.run([PROGRAM, "password", str(file)], input=password, text=True, capture_output=True, timeout=30)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(text, done.stderr)
            self.assertFalse(file.exists())

    def test_a_login_lasts_over_a_restart_and_not_over_another_password(self):
        server = self.login_server()
        cookie = self.sign_in(server)
        self.assertEqual(server.terminate()[0], 0)
        server = self.login_server(port=server.port)
        self.assertEqual(server.get("/", {"Cookie": cookie}).status, 200)
        self.assertEqual(server.terminate()[0], 0)
        self.make_password("another horse")
        server = self.login_server(port=server.port)
        self.assertEqual(server.get("/", {"Cookie": cookie}).status, 303)
        self.assertEqual(self.send_password(server, PASSWORD).status, 403)

    def test_guesses_are_slowed_down_and_neither_they_nor_passwords_are_logged(self):
        server = self.login_server()
        cookie = self.sign_in(server)
        statuses = [self.send_password(server, f"guess {number}").status for number in range(12)]
        self.assertEqual(statuses[:4], [403] * 4)
        self.assertIn(429, statuses[4:6])
        self.assertEqual(self.send_password(server, PASSWORD).status, 429)
        # Who is signed in goes on.
        self.assertEqual(server.get("/", {"Cookie": cookie}).status, 200)
        self.assertNotIn("guess", server.log_text())
        self.assertNotIn(PASSWORD, server.log_text())

    def test_a_browser_adds_a_word_and_signs_out(self):
        server = self.login_server()
        cookie = self.sign_in(server)
        browser = Browser(server, headers={"Cookie": cookie})
        self.assertEqual(browser.post("add-word", "/new", {"text": "house"}).status, 303)
        own = re.search(r'id="login-([0-9a-f]+)"', browser.get("/settings").text)[1]
        self.assertEqual(browser.post("end-login", "/settings", {"login": own}).headers["Location"], "/login")
        answer = browser.get("/")
        self.assertEqual(answer.status, 303)
        self.assertNotIn("house", answer.text)


class Token(ServerTest):
    def start(self, *arguments):
        """Starts the program as a person does, and returns the process and the address that it prints."""
        process = subprocess.Popen(
            [PROGRAM, "--port", "0", *arguments], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
            env=clean_environment(self.folder))
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait, 10)
        self.addCleanup(process.kill)
        return process, process.stdout.readline().removesuffix("\n")

    def open(self, address, path="/", headers=None):
        connection = http.client.HTTPConnection(urllib.parse.urlsplit(address).netloc, timeout=30)
        try:
            connection.request("GET", path, headers=headers or {})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read().decode()
        finally:
            connection.close()

    def test_only_who_has_the_printed_address_opens_the_pages(self):
        process, address = self.start("--store", str(self.store))
        self.assertRegex(address, r"^http://127\.0\.0\.1:\d+/\?token=[0-9a-f]{64}$")
        for path in ("/", "/export", "/?token=" + "0" * 64):
            status, headers, text = self.open(address, path)
            self.assertIn(status, (303, 403))
            self.assertNotIn("Set-Cookie", headers)
            self.assertNotIn("data-token", text)
        status, headers, _ = self.open(address, "/" + address.split("/", 3)[3])
        self.assertEqual((status, headers["Location"]), (303, "/"))
        cookie = {"Cookie": headers["Set-Cookie"].split(";")[0]}
        self.assertIn("data-token", self.open(address, "/", cookie)[2])
        process.terminate()
        self.assertEqual(process.wait(10), 0)
        # A bookmark of the address without the token goes on.
        port = urllib.parse.urlsplit(address).port
        _, later = self.start("--store", str(self.store), "--port", str(port))
        self.assertNotEqual(later, address)
        self.assertIn("data-token", self.open(later, "/", cookie)[2])


class Listening(LoginTest):
    def test_what_would_let_others_in_does_not_start(self):
        bad = self.folder / "bad"
        bad.write_text("correct horse\n")
        file = str(self.password_file)
        for arguments, text in (
            (["--listen", "0.0.0.0"], "needs a password"),
            (["--listen", "0.0.0.0", "--plain-http"], "needs a password"),
            (["--listen", "0.0.0.0", "--password-file", file], "needs --certificate"),
            (["--password-file", str(bad)], "has no password"),
            (["--password-file", str(self.folder / "nothing")], "cannot be read"),
            (["--certificate", file], "belong together"),
            (["--certificate", file, "--key", file], "cannot be read as PEM"),
            (["--listen", "bogus.invalid", "--password-file", file, "--plain-http"], "there is no such address"),
            (["--password-file", file, "--without-token"], "there is no token"),
            (["--listen", "203.0.113.77", "--password-file", file, "--plain-http"], "cannot listen on 203.0.113.77"),
        ):
            with self.subTest(arguments):
                status, out, error = run_to_end("--ephemeral", "--port", "0", *arguments, folder=self.folder)
                self.assertNotEqual(status, 0)
                self.assertEqual(out, "")
                self.assertIn(text, error)

    def test_other_devices_reach_the_pages_and_not_the_metrics(self):
        address = own_address()
        if address is None:
            self.skipTest("this computer has only the loopback address")
        server = self.login_server("--listen", address, "--plain-http")
        self.assertEqual(server.host, f"{address}:{server.port}")
        for host in (server.host, "localhost"):
            self.assertEqual(server.get("/metrics", {"Host": host}).status, 421)
            self.assertEqual(server.get("/health/live", {"Host": host}).status, 421)
        cookie = self.sign_in(server)
        self.assertEqual(server.get("/", {"Cookie": cookie}).status, 200)
        self.assertEqual(server.get("/").status, 303)

    def test_with_a_certificate_browsers_use_https_and_a_cookie_for_it_only(self):
        certificate, key = self.folder / "cert.pem", self.folder / "key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=words",
             "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)],
            check=True, capture_output=True)
        server = self.login_server("--certificate", str(certificate), "--key", str(key), scheme="https")
        context = ssl.create_default_context(cafile=str(certificate))
        connection = http.client.HTTPSConnection("127.0.0.1", server.port, timeout=30, context=context)
        self.addCleanup(connection.close)
        body = urllib.parse.urlencode({"password": PASSWORD})
        for scheme, status in (("http", 403), ("https", 303)):
            headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"{scheme}://{server.host}"}
            connection.request("POST", "/login", body, headers)
            answer = connection.getresponse()
            answer.read()
            self.assertEqual(answer.status, status)
        cookie = answer.headers["Set-Cookie"]
        self.assertTrue(cookie.startswith(f"__Host-superapp-login-{server.port}="))
        self.assertIn("Secure", cookie)
        connection.request("GET", "/", headers={"Cookie": cookie.split(";")[0]})
        self.assertEqual(connection.getresponse().status, 200)

    def test_behind_a_proxy_with_https_only_its_name_is_a_host(self):
        server = self.login_server(environment={"WEB_SITE": "https://words.example.org"})
        host = {"Host": "words.example.org"}
        self.assertEqual(server.get("/login").status, 421)
        self.assertEqual(server.get("/login", host).status, 200)
        answer = self.send_password(server, PASSWORD, host | {"Origin": "https://words.example.org"})
        self.assertTrue(answer.headers["Set-Cookie"].startswith("__Host-superapp-login-443="), answer.text)
        self.assertEqual(server.get("/health/live").status, 200)


if __name__ == "__main__":
    unittest.main()
