"""Health, metrics and the log."""

import os
import re
import unittest

from browser import Browser
from test_requests import RequestTest
from webserver import wait_until


class Operation(RequestTest):
    def test_a_server_with_a_store_is_alive_and_ready(self):
        self.assertEqual(self.web.get("/health/live").status, 200)
        self.assertEqual(self.web.get("/health/ready").status, 200)

    def test_a_server_whose_store_was_destroyed_is_alive_and_not_ready(self):
        for name in sorted(path.name for path in self.folder.glob("superapp.sqlite*")):
            path = self.folder / name
            size = max(path.stat().st_size, 4096)
            with path.open("r+b") as file:
                file.write(os.urandom(size))
        ready = wait_until(
            lambda: (answer := self.web.get("/health/ready")).status != 200 and answer,
            what="that the server is not ready",
        )
        self.assertEqual(ready.status, 503)
        self.assertTrue(ready.reason)
        self.assertEqual(self.web.get("/health/live").status, 200)
        page = self.web.get("/")
        self.assertIn(page.status, (200, 503))
        self.assertTrue(page.reason)

    def test_the_metrics_are_in_prometheus_format_and_count(self):
        before = self.web.metrics()
        browser = Browser(self.web)
        browser.add_word("house")
        self.web.get("/nowhere")
        after = self.web.metrics()

        def growth(name):
            return after.get(name, 0) - before.get(name, 0)

        self.assertEqual(growth('web_requests_total{kind="page",status="200"}'), 1)
        self.assertEqual(growth('web_requests_total{kind="page",status="404"}'), 1)
        self.assertEqual(growth('web_requests_total{kind="action",status="303"}'), 1)
        self.assertEqual(after['web_sessions{state="live"}'], 1)
        self.assertEqual(after["web_streams"], 0)
        self.assertGreater(after["process_resident_memory_bytes"], 1e6)
        buckets = [value for name, value in after.items() if name.startswith("web_request_seconds_bucket")]
        self.assertEqual(buckets, sorted(buckets))
        self.assertEqual(buckets[-1], after["web_request_seconds_count"])

    def test_what_a_client_sends_makes_no_new_metric(self):
        before = self.web.get("/metrics").text
        for number in range(50):
            self.web.get(f"/nowhere{number}")
            self.web.request("POST", f"/action/a{number}")
        after = self.web.get("/metrics").text
        self.assertLess(len(after.splitlines()), len(before.splitlines()) + 5)
        self.assertNotIn("nowhere", after)

    def test_the_log_contains_neither_words_nor_secrets(self):
        web = self.server("--store", str(self.store), environment={"WEB_LOG": "info"})
        browser = Browser(web)
        browser.add_word("secretword")
        browser.get("/search?text=secretword")
        browser.add_task("secrettask")
        # Neither a page nor an action, but what somebody has typed.
        self.assertEqual(web.get("/secretword").status, 404)
        self.assertEqual(web.get("/action/secretword").status, 405)
        web.terminate()
        text = web.log_text()
        self.assertIn("status=303", text)
        for secret in ("secretword", "secrettask", browser.cookie, browser.token):
            self.assertNotIn(secret, text)
        for line in text.splitlines():
            self.assertTrue(re.match(r"\d{4}-\d\d-\d\dT[\d:.]+", line) or line.startswith("["), line)


if __name__ == "__main__":
    unittest.main()
