"""nginx in front of two servers, with the configuration of the guide."""

import base64
import os
import re
import shutil
import socket
import subprocess
import unittest

from browser import Browser
from database import DatabaseTest
from webserver import PACKAGE, SECRET, SECURE_COOKIE, SITE, Server, wait_until

HOST = SITE.removeprefix("https://")
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
PASSWORDS = {"alice": "the password of alice", "bob": "the password of bob"}


def authorization(person, password=None):
    text = f"{person}:{password or PASSWORDS[person]}"
    return {"Authorization": "Basic " + base64.b64encode(text.encode()).decode()}


class Front:
    """The address of nginx, with the methods of a server that browsers use."""

    address = Server.address

    def __init__(self, port):
        self.port, self.host, self.cookie_name = port, HOST, SECURE_COOKIE

    request, get, connect, exchange = Server.request, Server.get, Server.connect, Server.exchange


@unittest.skipUnless(NGINX, "needs nginx")
class Nginx(DatabaseTest):
    def setUp(self):
        super().setUp()
        self.servers = [self.web(), self.web()]
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        passwords = self.folder / "htpasswd"
        passwords.write_text("".join(f"{name}:{self.hashed(password)}\n" for name, password in PASSWORDS.items()))
        passwords.chmod(0o644)
        self.folder.chmod(0o755)
        configuration = self.folder / "nginx.conf"
        configuration.write_text(
            f"daemon off; pid {self.folder}/pid; error_log {self.folder}/error.log;\nevents {{}}\nhttp {{ access_log off;\n"
            + "".join(
                f"{name}_temp_path {self.folder}/{name};\n"
                for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
            )
            + self.block(port, passwords)
            + "}\n"
        )
        arguments = [NGINX, "-p", self.folder, "-e", self.folder / "error.log", "-c", configuration]
        check = subprocess.run([*arguments, "-t"], capture_output=True, text=True)
        self.assertEqual(check.returncode, 0, check.stderr)
        process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL)
        self.addCleanup(process.wait, 10)
        self.addCleanup(process.terminate)
        self.front = Front(port)
        wait_until(self.answers, what="nginx")

    def answers(self):
        try:
            return self.front.get("/health/live").status == 404
        except ConnectionRefusedError:
            return False

    @staticmethod
    def hashed(password):
        return subprocess.run(
            ["openssl", "passwd", "-apr1", password], capture_output=True, text=True, check=True
        ).stdout.strip()

    def block(self, port, passwords):
        """The configuration of the guide, with other ports and names, and without TLS."""
        text = re.search(r"```nginx\n(.*?)```", (PACKAGE / "README.md").read_text(), re.S)[1]

        def replace(pattern, replacement, times=1):
            nonlocal text
            text, count = re.subn(pattern, lambda _: replacement, text)
            self.assertEqual(count, times, f"the guide has no {pattern}")

        replace(r"server 127\.0\.0\.1:8080", f"server 127.0.0.1:{self.servers[0].port}")
        replace(r"server 127\.0\.0\.1:8081", f"server 127.0.0.1:{self.servers[1].port}")
        replace(r"listen 443 ssl;", f"listen 127.0.0.1:{port};")
        replace(r"ssl_certificate +\S+;", "")
        replace(r"ssl_certificate_key +\S+;", "")
        replace(r"/etc/nginx/words\.htpasswd", str(passwords))
        replace(r"the secret of WEB_PROXY_SECRET", SECRET, times=2)
        self.assertIn(f"server_name {HOST};", text)
        return text

    def browser(self, person, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        return Browser(self.front, origin=SITE, host=HOST, headers=authorization(person) | headers)

    def test_only_those_with_a_password_are_served(self):
        for headers in (
            {},
            authorization("alice", "wrong"),
            authorization("eve", "x"),
            {"X-Person": "alice", "X-Proxy-Secret": SECRET},
        ):
            answer = self.front.get("/", headers | {"Host": HOST})
            self.assertEqual(answer.status, 401)
            self.assertNotIn("data-token", answer.text)
        alice, bob = self.browser("alice"), self.browser("bob")
        self.assertEqual(alice.add_word("daughter").status, 303)
        self.assertEqual(bob.add_task("buy bread").status, 303)
        self.assertEqual((alice.words(), alice.tasks()), (["daughter"], []))
        self.assertEqual((bob.words(), bob.tasks()), ([], ["buy bread"]))

    def test_names_and_secrets_that_a_client_sends_are_replaced(self):
        self.browser("alice").add_word("daughter")
        for forged in (
            {"X_Person": "alice"},
            {"x_person": "alice"},
            {"X_Proxy_Secret": "x"},
            {"X_Person": "alice", "X_Proxy_Secret": SECRET},
        ):
            bob = self.browser("bob", **forged)
            self.assertEqual(bob.words(), [])
        # A name with an underscore in place of the dash is another header.
        answer = self.front.exchange(
            f"GET / HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: {authorization('bob')['Authorization']}\r\nX_Person: alice\r\n"
            "X-Person: alice\r\nX-Person: alice\r\nConnection: close\r\n\r\n".encode()
        )
        self.assertEqual(answer.status, 200)
        self.assertNotIn("daughter", answer.text)

    def test_programs_come_through_with_their_tokens_only(self):
        alice, bob = self.browser("alice"), self.browser("bob")
        alice.post("make-token", "/settings", {"program": "App"})
        token = re.search(r"superapp_[0-9a-f]{64}\.[A-Za-z0-9+/=]+", alice.get("/settings").text)[0]
        headers = {"Host": HOST, "Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self.assertEqual(self.front.request("POST", "/api/v1/words", '{"text":"daughter"}', headers).status, 201)
        self.assertEqual((alice.words(), bob.words()), (["daughter"], []))
        forged = {"X-Person": "alice", "X-Proxy-Secret": SECRET}
        for wrong in ({}, authorization("alice"), forged, forged | authorization("alice")):
            for path in ("/api/v1/words", "/api/../api/v1/words", "/settings/../api/v1/words", "/api/x", "/%61pi/v1/words"):
                answer = self.front.get(path, wrong | {"Host": HOST})
                self.assertIn(answer.status, (401, 403), path)
                self.assertNotIn("daughter", answer.text)
        self.assertEqual(self.front.get("/api/../settings", forged | {"Host": HOST}).status, 401)

    def test_events_come_through_at_once(self):
        alice = self.browser("alice")
        alice.get("/")
        stream = alice.events()
        self.addCleanup(stream.close)
        self.assertEqual(stream.status, 200)
        stream.wait("hello", limit=3)
        self.assertEqual(alice.add_word("daughter").status, 303)
        stream.wait("change", "/", limit=3)
        alice.get("/todo")
        tasks = alice.events()
        self.addCleanup(tasks.close)
        tasks.wait("hello", limit=3)
        # From the other server, whichever this person has.
        for server in self.servers:
            known = len(tasks.received)
            self.assertEqual(Browser(server, "alice").add_task(f"from {server.port}").status, 303)
            wait_until(lambda: len(tasks.received) > known, 10, "an event of both servers")
            alice.get("/todo", {"X-Refresh": "1"})

    def test_health_and_metrics_are_not_for_visitors(self):
        for path in (
            "/health/live",
            "/health/ready",
            "/metrics",
            "/metrics?x",
            "/%6detrics",
            "//metrics",
            "/x/../metrics",
            "/health/../metrics",
            "/metrics/",
            "/health/",
        ):
            for headers in ({}, authorization("alice")):
                answer = self.front.get(path, headers | {"Host": HOST})
                self.assertEqual(answer.status, 404, path)
                self.assertNotIn("web_requests_total", answer.text)

    def test_an_upload_of_the_largest_size_comes_through(self):
        answer = self.browser("alice").upload(
            "import-words", "/import", "a.csv", b"text\n" + b"a" * (16 * 1024 * 1024 - 10_000)
        )
        self.assertIn(answer.status, (200, 422))

    def test_when_one_of_the_servers_is_gone_everybody_is_served_by_the_other(self):
        browsers = [self.browser("alice"), self.browser("bob")]
        for browser in browsers:
            self.assertEqual(browser.add_word("house").status, 303)
        self.servers[0].kill()
        for browser in browsers:
            browser.open()
            self.assertEqual(browser.add_word("daughter").status, 303)
            self.assertEqual(sorted(browser.words()), ["daughter", "house"])

    def test_servers_that_start_again_are_used_at_once(self):
        headers = authorization("alice") | {"Host": HOST}
        for server in self.servers:
            server.kill()
        for _ in range(3):
            self.assertEqual(self.front.get("/", headers).status, 502)
        for server in self.servers:
            self.web(server.port)
        self.assertEqual(self.front.get("/", headers).status, 200)


if __name__ == "__main__":
    unittest.main()
