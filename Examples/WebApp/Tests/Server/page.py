"""Reads a page as a browser does, and finds what must not be on any page."""

import html.parser
import re


class Page(html.parser.HTMLParser):
    """A page as a browser reads it: what is on it, and what must not be on any page."""

    TAGS = set(
        "html head meta title link script body a nav ul ol li main h1 h2 p form input button label span select "
        "option datalist textarea fieldset legend details summary abbr div br img pre svg path".split()
    )
    SCRIPTS = {"/app.js", "/device.js", "/kept.js", "/offline.js"}
    EMPTY = {"meta", "link", "input", "br", "img"}

    def __init__(self, text):
        super().__init__()
        self.problems = []
        self.attributes = {}
        self.links = {}
        self.forms = []
        self.text_of = {}
        self._path = []
        self.feed(text)
        self.close()
        self.token = self.attributes.get("html", {}).get("data-token")

    def handle_starttag(self, tag, pairs):
        attributes = dict(pairs)
        self.attributes.setdefault(tag, attributes)
        if len(attributes) != len(pairs):
            self.problems.append(f"an attribute twice: {tag} {pairs}")
        if tag not in self.TAGS:
            self.problems.append(f"a foreign element: {tag} {attributes}")
        if tag == "script" and attributes.get("src") not in self.SCRIPTS:
            self.problems.append(f"a script: {attributes}")
        if tag == "img" and (attributes.get("id"), (attributes.get("src") or "")[:26]) != (
            "picture",
            "data:image/svg+xml;base64,",
        ):
            self.problems.append(f"an image: {attributes}")
        for name, value in pairs:
            if name.startswith("on") or name in ("style", "srcdoc"):
                self.problems.append(f"an inline script or style: {tag} {name}={value}")
            if (
                name in ("href", "src", "action", "formaction")
                and tag != "img"
                and not re.match(r"(/(?!/)|#)", value or "")
            ):
                self.problems.append(f"a foreign address: {tag} {name}={value}")
        if tag == "a":
            self.links.setdefault(attributes.get("href"), "")
        if tag == "form":
            self.forms.append({"action": attributes.get("action"), "fields": {}, "method": attributes.get("method")})
        if tag == "input" and self.forms and "name" in attributes:
            self.forms[-1]["fields"][attributes["name"]] = attributes.get("value", "")
        if tag not in self.EMPTY:
            name = attributes.get("id") or ("alert" if attributes.get("role") == "alert" else None)
            self._path.append((tag, name, attributes.get("href")))

    def handle_endtag(self, tag):
        while self._path and self._path.pop()[0] != tag:
            pass

    def handle_data(self, data):
        for tag, name, address in self._path:
            if name:
                self.text_of[name] = self.text_of.get(name, "") + data
            if tag == "a":
                self.links[address] += data
        if self._path and self._path[-1][0] in ("script", "style") and data.strip():
            self.problems.append(f"a script or style in the page: {data}")

    def field(self, name):
        """The value of the first field with a name."""
        return next((form["fields"][name] for form in self.forms if name in form["fields"]), None)
