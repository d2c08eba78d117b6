"""Many people behind a proxy: who is served, and whose words and tasks are seen."""

import os
import unittest
import urllib.parse

from browser import Browser, proxy_headers
from database import PROXY, DatabaseTest
from webserver import SECRET, SITE, run_to_end, wait_until

HOST = SITE.removeprefix("https://")


class Proxy(DatabaseTest):
    def test_nothing_is_served_without_the_secret_and_one_name(self):
        web = self.web()
        good = [("Host", HOST), ("X-Person", "alice"), ("X-Proxy-Secret", SECRET)]
        without = {name: [pair for pair in good if pair[0] != name] for name, _ in good}
        cases = {
            "nothing": [("Host", HOST)],
            "no name": without["X-Person"],
            "no secret": without["X-Proxy-Secret"],
            "an empty name": [*without["X-Person"], ("X-Person", "")],
            "an empty secret": [*without["X-Proxy-Secret"], ("X-Proxy-Secret", "")],
            "a wrong secret": [*without["X-Proxy-Secret"], ("X-Proxy-Secret", SECRET.upper())],
            "the start of the secret": [*without["X-Proxy-Secret"], ("X-Proxy-Secret", SECRET[:-1])],
            "two secrets": [*good, ("X-Proxy-Secret", SECRET)],
            "a wrong and a right secret": [("X-Proxy-Secret", "x"), *good],
            "two names": [*good, ("X-Person", "bob")],
            "the same name twice": [*good, ("X-Person", "alice")],
            "201 bytes": [*without["X-Person"], ("X-Person", "a" * 201)],
            "201 bytes in few characters": [*without["X-Person"], ("X-Person", "ж" * 100 + "a")],
            "a control character": [*without["X-Person"], ("X-Person", "al\x01ice")],
            "a C1 control character": [*without["X-Person"], ("X-Person", "al\u0085ice")],
            "a tab": [*without["X-Person"], ("X-Person", "al\tice")],
            "a byte that is not UTF-8": [*without["X-Person"], ("X-Person", "al\udcffice")],
        }
        for name, pairs in cases.items():
            for method, path in (
                ("GET", "/"),
                ("GET", "/events"),
                ("GET", "/app.js"),
                ("GET", "/todo"),
                ("POST", "/action/add-word"),
                ("GET", "/nowhere"),
            ):
                with self.subTest(name, path=path):
                    lines = "".join(f"{key}: {value}\r\n" for key, value in pairs)
                    length = "" if method == "GET" else "Content-Length: 0\r\n"
                    answer = web.exchange(f"{method} {path} HTTP/1.1\r\n{lines}{length}\r\n".encode(errors="surrogateescape"))
                    # 400: what no HTTP header may contain.
                    self.assertIn(answer.status, (403, 400) if "control" in name else (403,))
                    self.assertNotIn("Set-Cookie", answer.headers)
                    self.assertNotIn("data-token", answer.text)
        self.assertEqual(web.metrics()['web_sessions{state="live"}'], 0)
        self.assertEqual(web.request("GET", "/", headers=dict(good)).status, 200)

    def test_a_name_of_200_bytes_in_any_script_is_served(self):
        web = self.web()
        for number, person in enumerate(
            ("a" * 200, "ж" * 100, "O'Brien; DROP TABLE word; --", "a b", "%00", '日本語 \\ "')
        ):
            with self.subTest(person):
                headers = proxy_headers("x") | {"X-Person": person.encode()}
                browser = Browser(web, person="x", headers=None, opens=False)
                browser.headers = headers
                browser.open()
                self.assertEqual(browser.words(), [])
                self.assertEqual(browser.add_word(f"own{number}").status, 303)
                self.assertEqual(browser.words(), [f"own{number}"])

    def test_another_host_or_origin_than_the_site_is_refused(self):
        web = self.web()
        for host in (web.host, "localhost", "evil.example", f"{HOST}:443", f"x.{HOST}"):
            answer = web.get("/", proxy_headers("alice") | {"Host": host})
            self.assertIn(answer.status, (400, 421), host)
        browser = Browser(web, "alice")
        for origin in (
            f"http://{HOST}",
            f"http://{web.host}",
            "null",
            "https://evil.example",
            f"{SITE}:443",
            f"{SITE}/",
        ):
            self.assertEqual(
                browser.post("add-word", "/new", {"text": "house"}, {"Origin": origin}).status, 403, origin
            )
        self.assertEqual(browser.words(), [])

    def test_the_cookie_is_sent_over_tls_only(self):
        flags = self.web().get("/", proxy_headers("alice")).headers["Set-Cookie"].lower()
        for flag in ("secure", "httponly", "samesite=strict"):
            self.assertIn(flag, flags)

    def test_health_and_metrics_are_for_this_computer_only(self):
        web = self.web()
        for path in ("/health/live", "/health/ready", "/metrics"):
            self.assertEqual(web.get(path).status, 200)
            answer = web.get(path, proxy_headers("alice"))
            self.assertNotEqual(answer.status, 200)
            self.assertNotIn("web_requests_total", answer.text)

    def test_a_superuser_is_refused_because_it_sees_the_rows_of_all(self):
        url = urllib.parse.urlsplit(os.environ["PGADMINURL"])._replace(path=f"/{self.name}").geturl()
        status, output, error = run_to_end("--port", "0", "--postgres", url, folder=self.folder, environment=PROXY)
        self.assertGreater(status, 0)
        self.assertEqual(output, "")
        self.assertIn("superuser", error)
        self.assertEqual(self.sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"), [])

    def test_a_database_that_cannot_be_used_is_an_error_without_its_password(self):
        parts = urllib.parse.urlsplit(self.url)
        password = parts.password
        for url in (
            self.url.replace(self.name, "nowhere"),
            self.url.replace(password, "x" + password),
            f"postgresql://web:{password}@127.0.0.1:1/web",
            f"nonsense://web:{password}@x",
        ):
            status, output, error = run_to_end("--port", "0", "--postgres", url, folder=self.folder, environment=PROXY)
            self.assertGreater(status, 0)
            self.assertEqual(output, "")
            self.assertTrue(error.strip())
            self.assertNotIn(password, error)


class Account(DatabaseTest):
    def test_a_person_sees_who_they_are_and_logs_out_at_the_proxy(self):
        web = self.server("--postgres", self.url, environment=PROXY | {"WEB_LOGOUT": "/oauth2/sign_out"})
        settings = Browser(web, "O'Brien").get("/settings").text
        self.assertIn("You are “O&#39;Brien”.", settings)
        self.assertIn('href="/oauth2/sign_out"', settings)
        self.assertNotIn("log-out", Browser(self.web(), "alice").get("/settings").text)
        status, _, error = run_to_end(
            "--postgres", self.url, folder=self.folder, environment=PROXY | {"WEB_LOGOUT": "javascript:alert(1)"})
        self.assertNotEqual(status, 0)
        self.assertIn("WEB_LOGOUT", error)

    def test_a_person_deletes_everything_of_theirs_after_typing_their_name(self):
        web = self.web()
        alice, bob = Browser(web, "alice"), Browser(web, "bob")
        for person in (alice, bob):
            self.assertEqual(person.add_word("house").status, 303)
            self.assertEqual(person.add_task("buy bread").status, 303)
        elsewhere = Browser(web, "alice")
        stream = elsewhere.events()
        self.addCleanup(stream.close)
        stream.wait("hello")
        self.assertIn('href="/export"', alice.get("/settings/delete").text)
        for name in ("", "bob", "Alice"):
            self.assertEqual(alice.post("delete-everything", "/settings/delete", {"name": name}).status, 422)
        self.assertEqual(alice.words(), ["house"])
        self.assertEqual(alice.post("delete-everything", "/settings/delete", {"name": "alice"}).status, 303)
        wait_until(lambda: stream.is_ended, what="the end of the other stream")
        self.assertEqual(self.sql("SELECT count(*) FROM word WHERE person = 'alice'"), ["0"])
        alice.open()
        self.assertEqual((alice.words(), alice.tasks()), ([], []))
        self.assertEqual((bob.words(), bob.tasks()), (["house"], ["buy bread"]))
        self.assertEqual(alice.add_word("new").status, 303)

    def test_the_only_person_is_not_asked_for_a_deletion(self):
        browser = Browser(self.server("--store", str(self.store)))
        self.assertEqual(browser.get("/settings/delete").status, 404)
        self.assertNotIn("to-deletion", browser.get("/settings").text)


class Isolation(DatabaseTest):
    def setUp(self):
        super().setUp()
        self.server_of_all = self.web()
        self.alice, self.bob = (Browser(self.server_of_all, person) for person in ("alice", "bob"))

    def test_each_person_sees_their_own_words_and_tasks_only(self):
        for browser, word, task in ((self.alice, "daughter", "call mother"), (self.bob, "river", "buy bread")):
            self.assertEqual(browser.add_word(word).status, 303)
            self.assertEqual(browser.add_task(task).status, 303)
        for browser, own, foreign in (
            (self.alice, ("daughter", "call mother"), ("river", "buy bread")),
            (self.bob, ("river", "buy bread"), ("daughter", "call mother")),
        ):
            self.assertEqual((browser.words(), browser.tasks()), ([own[0]], [own[1]]))
            for path in ("/", "/todo", "/favorites", f"/search?text={foreign[0]}", "/new", "/todo/conflicts", "/tree", "/review", "/review/statistics"):
                text = browser.get(path).page.text_of["main"]
                for word in foreign:
                    self.assertNotIn(word, text.replace(f"“{word}”", ""))

    def test_the_same_word_of_two_persons_is_two_words(self):
        for browser in (self.alice, self.bob):
            self.assertEqual(browser.add_word("house").status, 303)
            self.assertEqual(browser.words(), ["house"])

    def test_names_that_differ_in_case_or_form_are_different_persons(self):
        self.alice.add_word("house")
        for person in ("Alice", "ALICE", "alice2", "alic"):
            self.assertEqual(Browser(self.server_of_all, person).words(), [], person)

    def test_the_cookie_and_the_token_of_another_person_are_worth_nothing(self):
        self.alice.add_word("daughter")
        forged = Browser(self.server_of_all, "bob", opens=False)
        forged.cookie, forged.token = self.alice.cookie, self.alice.token
        self.assertEqual(forged.add_word("from bob").status, 403)
        self.assertNotIn("daughter", forged.get("/").text)
        forged.cookie, forged.token = self.bob.cookie, self.alice.token
        self.assertEqual(forged.add_word("from bob").status, 403)
        self.assertEqual((self.alice.words(), self.bob.words()), (["daughter"], []))

    def test_the_addresses_of_another_persons_words_and_tasks_lead_nowhere(self):
        self.alice.add_word("daughter")
        self.alice.add_task("call mother")
        word = next(path for path in self.alice.get("/").page.links if path.startswith("/word/"))
        task = next(path for path, text in self.alice.get("/todo").page.links.items() if text == "call mother")
        self.assertEqual(self.alice.get(word).status, 200)
        for path in (word, task):
            self.assertNotIn("daughter", self.bob.get(path).text)
            self.assertNotIn("call mother", self.bob.get(path).text)
        identifier, task_identifier = word.split("/")[2], task.split("/")[2]
        for action, page, fields in (
            ("star", "/", {"id": identifier, "on": "on"}),
            ("remove", "/", {"id": identifier}),
            ("edit-word", word, {"translation": "x"}),
            ("remove-word", word, {}),
            ("edit-word", word, {"text": "x", "was-text": "daughter"}),
            ("undo-removal", "/", {}),
            ("remove-task", "/todo", {"id": task_identifier}),
            ("save-task", task, {"text": "x", "was-text": "y"}),
            ("complete-task", "/todo", {"id": task_identifier, "on": "on"}),
            ("delete-task", task, {}),
        ):
            with self.subTest(action):
                self.assertIn(self.bob.post(action, page, fields).status, (303, 404, 422))
        self.assertEqual((self.alice.words(), self.alice.tasks()), (["daughter"], ["call mother"]))
        self.assertNotIn("★", self.alice.get("/").text)

    def test_events_of_one_person_do_not_reach_another(self):
        stream = self.bob.events()
        self.addCleanup(stream.close)
        stream.wait("hello")
        own = self.alice.events()
        self.addCleanup(own.close)
        self.alice.get("/")
        self.alice.add_word("house")
        own.wait("change", "/")
        self.assertEqual([name for name, _ in stream.received], ["hello"])

    def test_a_language_and_a_reminder_are_each_persons_own(self):
        self.alice.post("set-reminder", "/settings", {"enabled": "on", "time": "07:15"})
        self.assertIn('value="07:15"', self.alice.get("/settings").text)
        self.assertNotIn('value="07:15"', self.bob.get("/settings").text)


class TwoServers(DatabaseTest):
    """Changes travel between servers on one database."""

    def setUp(self):
        super().setUp()
        self.one, self.other = (Browser(self.web(), "alice") for _ in range(2))

    def check(self, path, change, text):
        stream = self.one.events()
        self.addCleanup(stream.close)
        stream.wait("hello")
        self.assertNotIn(text, self.one.get(path).text)
        self.assertEqual(change().status, 303)
        stream.wait("change", path, limit=10)
        wait_until(lambda: text in self.one.get(path, {"X-Refresh": "1"}).text, what="the change on the page")

    def test_a_word_added_on_the_other_server_is_an_event_and_on_the_page(self):
        self.check("/", lambda: self.other.add_word("daughter"), "daughter")

    def test_a_word_changed_on_the_other_server_is_an_event_and_on_its_page(self):
        self.other.add_word("daughter")
        path = wait_until(
            lambda: next((path for path in self.one.get("/").page.links if path.startswith("/word/")), None),
            what="the word",
        )
        self.check(path, lambda: self.other.post("edit-word", path, {"translation": "mine own"}), "mine own")

    def test_a_task_added_and_changed_on_the_other_server_is_an_event_and_on_the_page(self):
        self.check("/todo", lambda: self.other.add_task("buy bread"), "buy bread")
        path = next(path for path, text in self.other.get("/todo").page.links.items() if text == "buy bread")
        self.check(
            path,
            lambda: self.other.post(
                "save-task",
                path,
                {
                    "text": "buy two breads",
                    "was-text": "buy bread",
                    "was-notes": "",
                    "priority": "normal",
                    "was-priority": "normal",
                },
            ),
            "buy two breads",
        )

    def test_a_session_of_the_other_server_is_not_known_here(self):
        forged = Browser(self.one.server, "alice", opens=False)
        forged.cookie, forged.token = self.other.cookie, self.other.token
        self.assertEqual(forged.add_word("house").status, 403)
        self.assertEqual(forged.open().status, 200)
        self.assertEqual(forged.add_word("house").status, 303)


if __name__ == "__main__":
    unittest.main()
