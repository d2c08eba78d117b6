"""Scripts in every text that a page shows: nothing of them becomes an element, an attribute or an address of a page."""

import csv
import io
import json
import unittest
import urllib.parse

from browser import Browser
from webserver import ServerTest, wait_until

ATTACKS = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "</title><script>alert(2)</script>",
    "</textarea><svg onload=alert(3)>",
    "</main></body><iframe src=//evil.example>",
    "javascript:alert(4)",
    "&lt;script&gt;&#60;b&#62;",
    "<!--",
    "]]><x>",
    "</pre></details><style>*{}</style>",
    "<b>\u2028<i>",
    "{{7*7}}${7*7}",
    "<a href='//evil.example'>x</a>",
]


def search(text):
    """The address of a search."""
    return "/search?" + urllib.parse.urlencode({"text": text})


class ScriptTest(ServerTest):
    def setUp(self):
        super().setUp()
        self.web = self.server()
        self.browser = Browser(self.web)

    def check_page(self, answer, *texts):
        """Nothing foreign is on a page, and the texts are on it as text."""
        page = answer.page
        self.assertEqual(page.problems, [])
        self.assertEqual(answer.headers["Content-Security-Policy"].count("unsafe"), 0)
        everything = " ".join(page.text_of.values()) + " ".join(
            value for form in page.forms for value in form["fields"].values()
        )
        for text in texts:
            self.assertIn(text, everything)
        return page

    def check_all_pages(self):
        """Reads all pages, those of each word and each task among them."""
        paths = [
            "/",
            "/new",
            "/favorites",
            "/todo",
            "/todo/new",
            "/todo/conflicts",
            "/import",
            "/export",
            "/settings",
            "/tree",
            "/search",
        ]
        links = [link for path in ("/", "/todo", "/favorites") for link in self.browser.get(path).page.links]
        paths += [link for link in links if link.startswith(("/word/", "/todo/"))]
        for path in dict.fromkeys(paths):
            answer = self.browser.get(path)
            self.assertEqual(answer.status, 200, path)
            self.check_page(answer)


class Fields(ScriptTest):
    def test_words_with_scripts_are_text_on_every_page(self):
        for attack in ATTACKS:
            self.assertEqual(self.browser.add_word(attack).status, 303, attack)
        page = self.check_page(self.browser.get("/"), *ATTACKS)
        for path in [path for path in page.links if path.startswith("/word/")]:
            text = page.links[path]
            for action, fields in (
                ("edit-word", {"translation": f"t {text}\na {text}"}),
                (
                    "edit-word",
                    {
                        "text": f"e {text}",
                        "was-text": text,
                        "source": "en",
                        "was-source": "en",
                        "target": "ru",
                        "was-target": "ru",
                        "note": f"n {text}\n{text}",
                        "was-note": "",
                    },
                ),
                ("star-word", {"on": "on"}),
                ("remove-word", {}),
                ("undo-word", {}),
            ):
                answer = self.browser.post(action, path, fields)
                self.assertIn(answer.status, (303, 422), (action, text))
                if answer.status == 422:
                    self.check_page(answer)
        for attack in ATTACKS:
            self.check_page(self.browser.get("/favorites"), f"t {attack}")
        self.check_all_pages()
        for path in [path for path in self.browser.get("/").page.links if path.startswith("/word/")][:2]:
            identifier = path.split("/")[2]
            self.browser.post("remove", "/", {"id": identifier})
            self.check_page(self.browser.get("/"))
            self.browser.post("undo-removal", "/")

    def test_tasks_with_scripts_are_text_on_every_page(self):
        for attack in ATTACKS:
            self.assertEqual(self.browser.add_task(attack).status, 303)
            answer = self.browser.post(
                "save-task",
                "/todo/new",
                {
                    "text": f"new {attack}",
                    "notes": f"notes {attack}",
                    "priority": "important",
                    "deadline": "2026-12-01",
                },
            )
            self.assertEqual(answer.status, 303, attack)
            # What is refused is shown again.
            for fields in (
                {"text": f"x {attack}", "deadline": attack},
                {"text": attack, "priority": attack, "deadline": "99"},
            ):
                answer = self.browser.post("save-task", "/todo/new", fields)
                self.assertEqual(answer.status, 422)
                self.check_page(answer, fields["text"])
                self.browser.post("discard-task", "/todo/new")
        page = self.check_page(self.browser.get("/todo"), *ATTACKS)
        for path in [path for path in page.links if path.startswith("/todo/")][-4:]:
            self.check_page(self.browser.get(path))
        identifier = next(path for path, text in page.links.items() if text == ATTACKS[0]).split("/")[2]
        self.browser.post("remove-task", "/todo", {"id": identifier})
        self.check_page(self.browser.get("/todo"), ATTACKS[0])
        self.check_all_pages()

    def test_texts_that_are_typed_and_searched_for_are_text(self):
        for attack in ATTACKS:
            self.assertEqual(self.browser.post("type-word", "/new", {"text": attack, "language": attack}).status, 303)
            self.check_page(self.browser.get("/new"), attack)
            self.assertEqual(self.check_page(self.browser.get(search(attack))).field("text"), attack)
            self.check_page(self.browser.get("/"))

    def test_every_action_with_scripts_in_every_field_answers_with_a_harmless_page(self):
        self.browser.add_word("house")
        self.browser.add_task("buy bread")
        word = next(path for path in self.browser.get("/").page.links if path.startswith("/word/"))
        task = next(path for path, text in self.browser.get("/todo").page.links.items() if text == "buy bread")
        actions = {
            "/": ["star", "remove", "undo-removal", "retry", "reload"],
            "/favorites": ["star", "remove", "reload"],
            "/search": ["search-mode", "star", "remove", "reload"],
            "/new": [
                "type-word",
                "add-word",
                "choose-suggestion",
                "begin-languages",
                "confirm-language",
                "cancel-languages",
                "swap-languages",
            ],
            word: [
                "star-word",
                "edit-word",
                "retry-word",
                "reload",
            ],
            "/review": [
                "show-answer",
                "check-answer",
                "rate",
                "undo-review",
                "star-card",
                "suspend-card",
                "reload",
            ],
            "/review/statistics": ["reload"],
            "/todo": [
                "add-task",
                "complete-task",
                "remove-task",
                "toggle-done",
                "synchronize",
                "accept-deletions",
                "reload",
            ],
            "/todo/new": ["save-task", "discard-task", "cancel-task"],
            task: ["save-task", "discard-task", "cancel-task", "delete-task"],
            "/todo/conflicts": ["restore-conflict", "reload"],
            "/settings": ["set-reminder"],
            "/export": ["export-words", "export-tasks"],
            "/import": ["undo-import", "import-words", "import-tasks"],
        }
        names = [
            "id",
            "on",
            "text",
            "language",
            "suggestion",
            "side",
            "mode",
            "translation",
            "added",
            "source",
            "target",
            "note",
            "notes",
            "priority",
            "deadline",
            "completed",
            "format",
            "task-format",
            "trial",
            "time",
            "enabled",
            "skips",
        ]
        for attack in ATTACKS[:4]:
            for page, names_of_actions in actions.items():
                for action in names_of_actions:
                    with self.subTest(action=action, attack=attack):
                        answer = self.browser.post(action, page, {name: attack for name in names})
                        self.assertIn(answer.status, (303, 404, 422, 200))
                        self.assertRegex(answer.headers.get("Location", "/"), r"^/(?!/)[!-~]*$")
                        if "html" in (answer.headers["Content-Type"] or ""):
                            self.check_page(answer)
        self.check_all_pages()

    def test_a_page_named_by_a_script_is_harmless(self):
        for attack in ATTACKS:
            for action in ("star-word", urllib.parse.quote(attack, safe="")):
                answer = self.browser.post(action, f"/word/{attack}", {"text": attack})
                self.assertIn(answer.status, (303, 404))
                if answer.status == 404:
                    self.check_page(answer)


class Files(ScriptTest):
    def test_words_of_a_file_with_scripts_are_text(self):
        table = io.StringIO()
        writer = csv.writer(table)
        writer.writerow(["text", "translation", "note", "source", "target"])
        for attack in ATTACKS:
            writer.writerow([f"w {attack}", attack, attack, "en", "ru"])
            writer.writerow([f"x {attack}", attack, attack, attack, attack])
            writer.writerow([attack] * 7)
        data = table.getvalue().encode()
        for name in ("a.csv", "<script>alert(1)<script>.csv", '"><img src=x>.csv', "a"):
            for trial in ("on", ""):
                answer = self.browser.upload(
                    "import-words", "/import", name, data, {"trial": trial, "source": ATTACKS[0]}
                )
                self.assertIn(answer.status, (200, 422))
                self.check_page(answer)
        lines = "\n".join(
            json.dumps(
                {
                    "text": f"j {attack}",
                    "translation": attack,
                    "source": "en",
                    "target": "ru",
                    "note": attack,
                    attack: attack,
                }
            )
            for attack in ATTACKS
        )
        self.check_page(self.browser.upload("import-words", "/import", "a.jsonl", lines.encode()))
        self.check_page(
            self.browser.upload(
                "import-words", "/import", "a.jsonl", f'{lines}\n{ATTACKS[0]}\n{{"{ATTACKS[1]}'.encode()
            )
        )
        self.assertGreaterEqual(len(self.browser.words()), len(ATTACKS))
        self.check_page(self.browser.post("undo-import", "/import"))
        self.check_all_pages()

    def test_tasks_of_a_file_with_scripts_are_text(self):
        parts = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//<script>//EN"]
        for number, attack in enumerate(ATTACKS):
            text = attack.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
            parts += [
                "BEGIN:VTODO",
                f"UID:<script>{number}\"'>",
                f"SUMMARY:{text}",
                f"DESCRIPTION:{text}",
                f"CATEGORIES:{text}",
                f"LOCATION:{text}",
                f"URL:javascript:alert({number})",
                "DUE;VALUE=DATE:20261201",
                "END:VTODO",
            ]
        calendar = "\r\n".join([*parts, "END:VCALENDAR", ""]).encode()
        for name in ("a.ics", '"><script>.ics'):
            answer = self.browser.upload("import-tasks", "/import", name, calendar)
            self.assertEqual(answer.status, 200)
            self.check_page(answer)
        self.check_page(self.browser.get("/todo"), *ATTACKS[:8])
        text = "\n".join(f"(A) {attack} due:{attack} +{attack}" for attack in ATTACKS).encode()
        self.check_page(self.browser.upload("import-tasks", "/import", "a.txt", text))
        self.check_all_pages()

    def test_exports_are_files_that_no_browser_shows_as_a_page(self):
        for attack in ATTACKS:
            self.browser.add_word(attack)
            self.browser.add_task(attack)
        for action, format in (
            ("export-words", "csv"),
            ("export-words", "tsv"),
            ("export-words", "jsonl"),
            ("export-tasks", "ics"),
            ("export-tasks", "txt"),
        ):
            answer = self.browser.post(action, "/export", {"format": format})
            self.assertEqual(answer.status, 200)
            self.assertTrue(answer.headers["Content-Disposition"].startswith("attachment"))
            self.assertEqual(answer.headers["X-Content-Type-Options"], "nosniff")
            self.assertNotIn("html", answer.headers["Content-Type"])


class EventsOfHostileText(ScriptTest):
    def test_an_event_is_one_line_whatever_is_searched_for(self):
        query = search("a\r\nevent: evil\r\ndata: x\n\n<script>\u2028")
        self.browser.get(query)
        stream = self.browser.events()
        self.addCleanup(stream.close)
        stream.wait("hello")
        self.browser.add_word("a")
        self.browser.get(query)
        self.browser.post("search-mode", "/search", {"mode": "all"})
        self.browser.get("/search?text=b")
        wait_until(lambda: len(stream.received) > 1, what="a change of the search")
        for name, data in stream.received:
            self.assertIn(name, ("hello", "change"))
            self.assertRegex(data, r"^[!-~]*$")


if __name__ == "__main__":
    unittest.main()
