"""The JSON API: programs with tokens, of one person and of many."""

import json
import re
import unittest

from browser import Browser
from database import DatabaseTest, Stopped
from webserver import SECRET, SITE, ServerTest, wait_until

HOST = SITE.removeprefix("https://")
TOKEN = re.compile(r"superapp_[0-9a-f]{64}(?:\.[A-Za-z0-9+/=]+)?")


def make_token(browser, name="App"):
    """A new token, as Settings show it."""
    browser.post("make-token", "/settings", {"program": name})
    return TOKEN.search(browser.get("/settings").text)[0]


class Program:
    """A program with a token. It keeps no cookies."""

    def __init__(self, server, token, headers=None):
        self.server = server
        self.headers = (headers or {}) | ({"Authorization": f"Bearer {token}"} if token else {})

    def send(self, method, path, body=None, headers=None):
        headers = self.headers | ({} if body is None else {"Content-Type": "application/json"}) | (headers or {})
        data = body if body is None or isinstance(body, bytes) else json.dumps(body)
        answer = self.server.request(method, f"/api/v1{path}", data, headers)
        answer.json = json.loads(answer.text) if answer.body else None
        return answer

    def words(self):
        return [word["text"] for word in self.send("GET", "/words").json["words"]]


class OnePerson(ServerTest):
    def test_a_token_and_what_it_did_are_there_after_a_kill(self):
        web = self.server()
        token = make_token(Browser(web))
        program = Program(web, token)
        self.assertEqual(program.send("POST", "/words", {"text": "dog", "sourceLang": "en", "targetLang": "ru"}).status, 201)
        self.assertEqual(program.send("POST", "/tasks", {"text": "Milk"}).status, 201)
        web.kill()
        again = self.server()
        program = Program(again, token)
        self.assertEqual(program.words(), ["dog"])
        self.assertEqual(program.send("GET", "/words").json["words"][0]["translation"], "собака")
        self.assertEqual(Browser(again).tasks(), ["Milk"])
        for file in self.store.parent.glob(f"{self.store.name}*"):
            self.assertNotIn(token[9:40].encode(), file.read_bytes())
        self.assertNotIn("dog", again.log_text() + web.log_text())
        self.assertNotIn(token[9:40], again.log_text() + web.log_text())

    def test_hostile_requests_are_refused_with_a_problem(self):
        web = self.server()
        program = Program(web, make_token(Browser(web)))
        for method, path, body, headers, expected in (
            ("GET", "/words", None, {"Authorization": ""}, (401, "noToken")),
            ("GET", "/words", None, {"Authorization": "Bearer x"}, (401, "wrongToken")),
            ("GET", "/words", None, {"Host": "evil.example"}, (421, "host")),
            ("GET", "/words", None, {"Origin": "http://evil.example"}, (403, "cross_site")),
            ("POST", "/words", b"x" * (2 << 20), None, (413, "tooLarge")),
            ("POST", "/words", b"[" * 200_000, None, (400, "notJSON")),
            ("POST", "/words", b'{"text":"\xff"}', None, (400, "notJSON")),
            ("PUT", "/words", {}, None, (405, "wrongMethod")),
            ("GET", "/../words", None, None, (404, "noAddress")),
        ):
            with self.subTest(path=path, expected=expected):
                answer = program.send(method, path, body, headers)
                self.assertEqual((answer.status, answer.json["code"]), expected)
                self.assertEqual(answer.headers["Content-Type"], "application/problem+json")
        self.assertEqual(program.words(), [])
        self.assertEqual(web.metrics()['web_sessions{state="live"}'], 1)


class ManyPeople(DatabaseTest):
    def program(self, web, person):
        return Program(web, make_token(Browser(web, person)), {"Host": HOST, "X-Proxy-Secret": SECRET})

    def test_a_token_opens_what_is_its_persons_at_every_server_until_it_ends(self):
        webs = [self.web(), self.web()]
        alice, bob = self.program(webs[0], "alice"), self.program(webs[0], "bob")
        self.assertEqual(alice.send("POST", "/words", {"text": "daughter"}).status, 201)
        self.assertEqual((alice.words(), bob.words()), (["daughter"], []))
        page = Browser(webs[1], "alice")
        page.get("/")
        stream = page.events()
        self.addCleanup(stream.close)
        stream.wait("hello")
        alice.server = webs[1]
        self.assertEqual(alice.send("POST", "/words", {"text": "house"}).status, 201)
        stream.wait("change", "/", limit=5)
        identifier = re.search(r'id="token-([0-9a-f]+)"', page.get("/settings").text)[1]
        self.assertEqual(page.post("end-token", "/settings", {"id": identifier}).status, 303)
        for web in webs:
            alice.server = web
            self.assertEqual(alice.send("GET", "/words").status, 401)
        self.assertEqual(bob.words(), [])

    def test_a_token_of_nobody_or_of_another_name_opens_nothing(self):
        web = self.web()
        alice = self.program(web, "alice")
        token = alice.headers["Authorization"]
        for other in (token.split(".")[0], token.split(".")[0] + ".Ym9i", token + ".", token.split(".")[0] + ".AA=="):
            with self.subTest(other[-10:]):
                self.assertEqual(alice.send("GET", "/words", headers={"Authorization": other}).status, 401)
        self.assertEqual(alice.send("GET", "/words", headers={"X-Person": "bob"}).status, 401)
        self.assertEqual(alice.send("GET", "/words", headers={"X-Proxy-Secret": "x"}).status, 403)
        self.assertEqual(alice.send("GET", "/words", headers={"Host": web.host}).status, 421)
        self.assertEqual(self.sql("SELECT count(DISTINCT person) FROM setting WHERE key = 'webTokens'"), ["1"])

    def test_texts_with_nul_and_marks_of_direction_are_words_or_refused(self):
        program = self.program(self.web(), "alice")
        for text in ("a\0b", "\u202eabc", "\ud83d\ude00" * 600, "é" * 501, "\u0000"):
            for path, name in (("/words", "text"), ("/tasks", "text"), ("/tasks", "parent"), ("/tasks", "notes")):
                with self.subTest(path=path, name=name):
                    status = program.send("POST", path, {"text": "x"} | {name: text}).status
                    self.assertIn(status, (400, 404, 422) if name == "parent" else (201, 400, 409, 422))
            for path in ("/words?query=", "/words?tag=", "/tasks?tag=", "/look-up?text=", "/words/"):
                quoted = "".join(f"%{byte:02X}" for byte in text.encode("utf-8", "surrogatepass")[:500])
                self.assertIn(program.send("GET", path + quoted).status, (200, 400, 404, 422), path)

    def test_a_deletion_of_everything_ends_the_token(self):
        web = self.web()
        alice, page = self.program(web, "alice"), Browser(web, "alice")
        self.assertEqual(alice.send("POST", "/words", {"text": "house"}).status, 201)
        self.assertEqual(page.post("delete-everything", "/settings/delete", {"name": "alice"}).status, 303)
        self.assertEqual(alice.send("POST", "/words", {"text": "cat"}).status, 401)
        self.assertEqual(self.sql("SELECT count(*) FROM word WHERE person = 'alice'"), ["0"])
        alice = self.program(web, "alice")
        self.assertEqual(alice.words(), [])

    def test_without_a_database_it_is_503_and_works_again(self):
        web = self.web()
        alice = self.program(web, "alice")
        self.assertEqual(alice.words(), [])
        with Stopped():
            answer = alice.send("GET", "/words")
            self.assertEqual((answer.status, answer.json["code"][:5]), (503, "store"))
            self.assertEqual(answer.headers["Retry-After"], "5")
        wait_until(lambda: alice.send("POST", "/words", {"text": "dog"}).status in (201, 409), 30, "the API again")
        self.assertEqual(alice.words(), ["dog"])


if __name__ == "__main__":
    unittest.main()
