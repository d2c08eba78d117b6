"""Who may ask, and how: hosts, origins, tokens, cookies, methods, and addresses."""

import unittest
import urllib.parse

from browser import Browser
from webserver import ServerTest, wait_until

PAGES = [
    "/",
    "/new",
    "/search",
    "/search?text=a",
    "/favorites",
    "/import",
    "/export",
    "/todo",
    "/todo/new",
    "/todo/conflicts",
    "/tree",
    "/settings",
    "/offline",
]


class RequestTest(ServerTest):
    def setUp(self):
        super().setUp()
        self.web = self.server()

    def check_headers(self, answer):
        """What every answer has, so that a browser runs and shows nothing foreign."""
        policy = dict(part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";"))
        self.assertEqual(policy["default-src"], "'none'")
        self.assertEqual(policy["script-src"], "'self'")
        self.assertEqual(policy["worker-src"], "'self'")
        self.assertEqual(policy["style-src"], "'self'")
        self.assertEqual(policy["form-action"], "'self'")
        self.assertEqual(policy["base-uri"], "'none'")
        self.assertEqual(policy["frame-ancestors"], "'none'")
        self.assertNotIn("unsafe", str(policy))
        self.assertEqual(answer.headers["X-Content-Type-Options"], "nosniff")
        self.assertEqual(answer.headers["Cache-Control"], "no-store")


class Hosts(RequestTest):
    FOREIGN = [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1.evil.example",
        "localhost.evil.example:{port}",
        "192.168.1.5:{port}",
        "0.0.0.0:{port}",
        "[2001:db8::1]:{port}",
        "[::]:{port}",
        "evil.example#127.0.0.1",
        "127.0.0.1@evil.example",
        "127.1",
        "localhost.",
        "",
        "127.0.0.1:{port}:80",
        "127.0.0.1,evil.example",
    ]

    def ask(self, path, *hosts, more=""):
        lines = "".join(f"Host: {host.format(port=self.web.port)}\r\n" for host in hosts)
        return self.web.exchange(f"GET {path} HTTP/1.1\r\n{lines}{more}\r\n".encode())

    def test_a_foreign_name_is_refused_as_after_dns_rebinding(self):
        for path in ("/", "/events", "/metrics", "/health/ready", "/app.js"):
            for host in self.FOREIGN:
                with self.subTest(path=path, host=host):
                    answer = self.ask(path, host)
                    self.assertIn(answer.status, (400, 421))
                    self.assertNotIn("Set-Cookie", answer.headers)
                    self.assertNotIn("data-token", answer.text)

    def test_a_missing_name_and_a_foreign_one_before_another_are_refused(self):
        self.assertIn(self.ask("/").status, (400, 421))
        self.assertIn(self.ask("/", "evil.example", "127.0.0.1:{port}").status, (400, 421))

    def test_a_foreign_name_in_the_request_line_is_refused(self):
        answer = self.web.exchange(b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n")
        self.assertIn(answer.status, (400, 421))

    def test_the_names_of_this_computer_are_served(self):
        for host in ("127.0.0.1:{port}", "localhost:{port}", "LOCALHOST:{port}", "[::1]:{port}"):
            self.assertEqual(self.ask("/", host).status, 200, host)


class CrossSite(RequestTest):
    def setUp(self):
        super().setUp()
        self.browser = Browser(self.web)

    def add(self, **headers):
        """Adds a word with other headers. None removes one."""
        return self.browser.post(
            "add-word", "/new", {"text": "house"}, {name.replace("_", "-"): value for name, value in headers.items()}
        )

    def check_refused(self, answer):
        self.assertEqual(answer.status, 403)
        self.assertEqual(self.browser.words(), [])

    def test_a_foreign_origin_is_refused_and_nothing_changes(self):
        port = self.web.port
        for origin in (
            "http://evil.example",
            "null",
            f"https://127.0.0.1:{port}",
            "http://127.0.0.1",
            f"http://localhost:{port}",
            f"http://127.0.0.1:{port - 1}",
            f"http://127.0.0.1:{port}.evil.example",
            f"http://127.0.0.1:{port}/",
            "",
            "file://",
        ):
            with self.subTest(origin):
                self.check_refused(self.add(Origin=origin))

    def test_a_form_without_an_origin_is_refused(self):
        body = urllib.parse.urlencode({"token": self.browser.token, "from": "/new", "text": "house"})
        headers = {"Cookie": f"{self.web.cookie_name}={self.browser.cookie}", "Content-Type": "application/x-www-form-urlencoded"}
        self.check_refused(self.web.request("POST", "/action/add-word", body, headers))

    def test_two_origins_are_refused(self):
        body = urllib.parse.urlencode({"token": self.browser.token, "from": "/new", "text": "house"})
        for origins in ([self.browser.origin, "http://evil.example"], ["http://evil.example", self.browser.origin]):
            lines = "".join(f"Origin: {origin}\r\n" for origin in origins)
            self.check_refused(
                self.web.exchange(
                    f"POST /action/add-word HTTP/1.1\r\nHost: {self.web.host}\r\n{lines}"
                    f"Cookie: {self.web.cookie_name}={self.browser.cookie}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                    f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
                )
            )

    def test_what_the_browser_calls_cross_site_is_refused(self):
        for site in ("cross-site", "same-site", "none"):
            with self.subTest(site):
                self.check_refused(self.add(Sec_Fetch_Site=site))
        self.assertEqual(self.add(Sec_Fetch_Site="same-origin").status, 303)

    def test_pages_and_events_with_a_foreign_origin_are_refused(self):
        for path in ("/", "/events"):
            for origin in ("http://evil.example", "null"):
                self.assertEqual(self.browser.get(path, {"Origin": origin}).status, 403, (path, origin))

    def test_events_asked_for_as_an_image_of_another_site_are_refused(self):
        for site in ("cross-site", "same-site"):
            self.assertEqual(self.web.get("/events", {"Sec-Fetch-Site": site}).status, 403, site)

    def test_a_link_of_another_site_opens_no_session(self):
        answer = self.web.get("/search?text=%22%3E%3Cscript%3E", {"Sec-Fetch-Site": "cross-site"})
        self.assertEqual(answer.status, 200)
        self.assertNotIn("Set-Cookie", answer.headers)
        self.assertNotIn("<script", answer.text)
        self.assertEqual(answer.page.problems, [])


class Tokens(RequestTest):
    def setUp(self):
        super().setUp()
        self.browser = Browser(self.web)

    def test_a_wrong_or_missing_token_or_that_of_another_session_is_refused(self):
        other = Browser(self.web)
        for token in (
            "",
            "x",
            "0" * 64,
            other.token,
            self.browser.token[:-1],
            self.browser.token + "0",
            self.browser.cookie,
        ):
            with self.subTest(token):
                answer = self.browser.post("add-word", "/new", {"token": token, "text": "house"})
                self.assertEqual(answer.status, 403)
        body = urllib.parse.urlencode({"from": "/new", "text": "house"})
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": self.browser.origin,
            "Cookie": f"{self.web.cookie_name}={self.browser.cookie}",
        }
        self.assertEqual(self.web.request("POST", "/action/add-word", body, headers).status, 403)
        self.assertEqual(self.browser.words(), [])

    def test_a_form_without_a_session_or_with_an_invented_one_is_refused(self):
        for cookie in (None, "x", "0" * 64, self.browser.token):
            other = Browser(self.web, opens=False)
            other.cookie, other.token = cookie, self.browser.token
            self.assertEqual(other.add_word("house").status, 403, cookie)
        self.assertEqual(self.browser.words(), [])

    def test_two_hosts_are_refused(self):
        for hosts in ((self.web.host, "evil.example"), (self.web.host, self.web.host), ("evil.example", self.web.host)):
            head = "".join(f"Host: {host}\r\n" for host in hosts)
            with self.web.connect(10) as connection:
                connection.sendall(f"GET / HTTP/1.1\r\n{head}Connection: close\r\n\r\n".encode())
                self.assertIn(connection.recv(100).split()[1], (b"400", b"421"), hosts)

    def test_an_invented_cookie_gets_a_new_session_with_another_name(self):
        answer = self.web.get("/", {"Cookie": f"{self.web.cookie_name}=invented"})
        self.assertEqual(answer.status, 200)
        self.assertNotIn("invented", answer.headers["Set-Cookie"])

    def test_the_cookie_is_for_this_server_only_and_not_for_scripts(self):
        cookie = self.web.get("/").headers["Set-Cookie"]
        flags = {part.strip().lower() for part in cookie.split(";")[1:]}
        self.assertLessEqual({"httponly", "samesite=strict", "path=/"}, flags)
        self.assertFalse([flag for flag in flags if flag.startswith("domain")])
        self.assertRegex(cookie, f"^{self.web.cookie_name}=[0-9a-f]{{64}};")

    def test_cookies_and_tokens_are_never_the_same_twice(self):
        browsers = [Browser(self.web) for _ in range(20)]
        secrets = {browser.cookie for browser in browsers} | {browser.token for browser in browsers}
        self.assertEqual(len(secrets), 40)

    def test_a_form_leads_to_pages_of_this_site_only(self):
        for page in (
            "https://evil.example/",
            "//evil.example/",
            "/\\evil.example",
            "javascript:alert(1)",
            "/new\r\nX-Evil: 1",
            "/search?text=\r\nX-Evil: 1",
            "/new\0",
            "\\\\evil.example",
        ):
            with self.subTest(page):
                answer = self.browser.post("toggle-done", page)
                self.assertIn(answer.status, (303, 404, 422, 400))
                self.assertNotIn("X-Evil", answer.headers)
                self.assertRegex(answer.headers.get("Location", "/"), r"^/(?![/\\])[!-~]*$")


class Addresses(RequestTest):
    def setUp(self):
        super().setUp()
        self.browser = Browser(self.web)

    def test_every_page_has_the_policy_and_nothing_inline(self):
        for path in PAGES:
            with self.subTest(path):
                answer = self.browser.get(path)
                self.assertEqual(answer.status, 200)
                self.check_headers(answer)
                self.assertEqual(answer.page.problems, [])

    def test_every_refusal_has_the_policy_and_nothing_inline(self):
        answers = [
            self.web.get("/nowhere"),
            self.web.get("/", {"Host": "evil.example"}),
            self.web.get("/", {"Origin": "null"}),
            self.web.request("PUT", "/", headers={"Origin": self.browser.origin}),
            self.web.get("/action/add-word"),
            self.browser.post("nothing", "/"),
            self.browser.post("add-word", "/new", {"text": "x", "token": "x"}),
            self.browser.post("add-word", "/new", {"text": ""}),
        ]
        for answer in answers:
            with self.subTest(answer.status):
                self.assertGreaterEqual(answer.status, 400)
                self.check_headers(answer)
                self.assertEqual(answer.page.problems, [])

    def test_an_address_that_does_not_exist_is_404(self):
        for path in (
            "/nowhere",
            "/word",
            "/word/a/b",
            "/todo/a/b",
            "/new/",
            "/new/x",
            "/app.js/",
            "/APP.JS",
            "/../etc/passwd",
            "/%2e%2e/etc/passwd",
            "/Localizable.strings",
            "/style.css/../Localizable.strings",
            "/health/",
            "/health/x",
            "/events/x",
            "/%",
            "/%zz",
            "//evil.example/",
            "/word/%FF",
        ):
            with self.subTest(path):
                answer = self.browser.get(path)
                # A line end of a path may be read as the same screen.
                expected = (200,) if path == "/new/" else (404, 400)
                self.assertIn(answer.status, expected)
                self.assertNotIn("root:", answer.text)

    def test_words_and_tasks_that_do_not_exist_are_404(self):
        for path in ("/word/unknown", "/todo/unknown", "/word/%00", "/todo/%3Cscript%3E", "/word/" + "a" * 3000):
            with self.subTest(path[:30]):
                answer = self.browser.get(path)
                self.assertEqual(answer.status, 404)
                self.assertEqual(answer.page.problems, [])

    def test_an_action_that_does_not_exist_is_404(self):
        for action in ("nothing", "", "add-word/x", "..%2f"):
            self.assertEqual(self.browser.post(action, "/new").status, 404, action)

    def test_other_methods_are_405_and_say_which_are_allowed(self):
        headers = {"Origin": self.browser.origin}
        for method, path, allowed in (
            ("GET", "/action/add-word", "POST"),
            ("HEAD", "/action/add-word", "POST"),
            ("PUT", "/action/add-word", "POST"),
            ("POST", "/", "GET, HEAD"),
            ("DELETE", "/", "GET, HEAD"),
            ("OPTIONS", "/", "GET, HEAD"),
            ("PATCH", "/todo", "GET, HEAD"),
            ("TRACE", "/", "GET, HEAD"),
        ):
            with self.subTest(method=method, path=path):
                answer = self.web.request(method, path, headers=headers)
                self.assertEqual(answer.status, 405)
                self.assertEqual(answer.headers["Allow"], allowed)

    def test_a_method_that_http_does_not_know_is_refused(self):
        self.assertIn(self.web.request("FOO", "/", headers={"Origin": self.browser.origin}).status, (400, 405, 501))

    def test_head_is_get_without_a_body(self):
        for path in (*PAGES, "/app.js", "/style.css", "/health/live", "/health/ready", "/metrics"):
            with self.subTest(path):
                get = self.browser.get(path)
                head = self.web.exchange(
                    f"HEAD {path} HTTP/1.1\r\nHost: {self.web.host}\r\nCookie: {self.web.cookie_name}={self.browser.cookie}\r\n"
                    "Connection: close\r\n\r\n".encode()
                )
                self.assertEqual((head.status, head.headers["Content-Type"]), (200, get.headers["Content-Type"]))

    def test_head_of_the_events_ends_and_holds_no_stream(self):
        answer = self.web.request("HEAD", "/events", headers={"Cookie": f"{self.web.cookie_name}={self.browser.cookie}"}, timeout=5)
        self.assertIn(answer.status, (200, 405))
        wait_until(lambda: self.web.metrics()["web_streams"] == 0, what="no stream")

    def test_the_files_of_the_front_end_have_their_types(self):
        for script in ("/app.js", "/device.js", "/kept.js", "/offline.js", "/worker.js"):
            self.assertEqual(self.web.get(script).headers["Content-Type"], "text/javascript; charset=utf-8")
            self.assertEqual(self.web.get(script).headers["Cache-Control"], "no-cache")
        self.assertEqual(self.web.get("/style.css").headers["Content-Type"], "text/css; charset=utf-8")

    def test_a_browser_keeps_the_files_of_the_front_end_as_long_as_they_are_the_same(self):
        answer = self.web.get("/style.css")
        self.assertEqual(answer.headers["Cache-Control"], "no-cache")
        again = self.web.get("/style.css", {"If-None-Match": answer.headers["ETag"]})
        self.assertEqual((again.status, again.text), (304, ""))
        self.assertEqual(self.web.get("/style.css", {"If-None-Match": '"another"'}).text, answer.text)


if __name__ == "__main__":
    unittest.main()
