"""A day with a phone: one opens the list, reviews, adds a word offline, corrects it, searches, and ticks a task."""

import base64
import os
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from support import TASKS, WORDS
from test_offline import again, ready

pytestmark = pytest.mark.refused

# Where a finger touches an element, once it is nowhere behind a bar.
MIDDLE = """
arguments[0].scrollIntoView({ block: 'nearest' });
const box = arguments[0].getBoundingClientRect();
return [box.x + box.width / 2, box.y + box.height / 2];
"""
# The pictures of all steps beside each other.
STRIP = """
const [pictures, done] = arguments;
document.body.style.cssText = 'margin: 0; padding: 8px; display: flex; gap: 8px; width: max-content; height: 422px; background: #999';
Promise.all(pictures.map((data) => {
  const image = new Image(195, 422);
  image.src = 'data:image/png;base64,' + data;
  document.body.append(image);
  return image.decode();
})).then(() => done([document.body.offsetWidth, document.body.offsetHeight]));
"""


class Phone:
    """A tab on a phone. One touches what it shows; a picture of each step is kept."""

    def __init__(self, page):
        self.page = page
        self.pictures = []
        page.cdp("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=1, mobile=True)
        page.cdp("Emulation.setTouchEmulationEnabled", enabled=True)

    def touch(self, name, within="main"):
        self._touch(lambda: self.page.button(name, within))

    def touch_at(self, selector):
        self._touch(lambda: self.page.one(selector))

    def type(self, selector, text):
        self.touch_at(selector)
        has_focus = f"return document.activeElement.matches('{selector}')"
        self.page.until(lambda: self.page.script(has_focus), f"{selector} has the focus")
        self.page.keys(text)

    def _touch(self, find):
        def place():
            # An element may be replaced while one looks at it.
            return self.page.script(MIDDLE, find())

        self.page.is_idle()
        x, y = self.page.until(place, "there is something to touch")
        self.page.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.page.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def take(self):
        self.page.is_idle()
        assert self.page.script("scrollTo(0, 0); return document.documentElement.scrollWidth") <= 390
        self.pictures.append(self.page.cdp("Page.captureScreenshot", format="png")["data"])

    def save(self, path):
        """Saves all pictures as one."""
        page = self.page
        page.cdp("Emulation.setTouchEmulationEnabled", enabled=False)
        page.front().get("about:blank")
        page.cdp("Emulation.clearDeviceMetricsOverride")
        width, height = page.front().execute_async_script(STRIP, self.pictures)
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        picture = page.cdp("Page.captureScreenshot", format="png", clip=clip, captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(picture["data"]))
        assert 20_000 < path.stat().st_size < 300_000, path


@pytest.fixture
def folder(tmp_path):
    path = Path(os.environ.get("SCREENSHOTS") or tmp_path)
    path.mkdir(parents=True, exist_ok=True)
    return path


def test_a_day_with_a_phone(start_server, open_page, tmp_path, folder):
    server = start_server(store=tmp_path / "superapp.sqlite")
    server.visitor().import_words(WORDS).import_tasks(TASKS)
    phone = Phone(open_page(server))
    page = ready(phone.page)
    page.shows("serendipity", "#words")
    phone.take()

    phone.touch("Review (due: 0, new: 5)", "nav")
    page.is_at("/review")
    page.shows("mela", "#front")
    phone.touch_at("#card")
    page.shows("яблоко", "#back")
    phone.take()
    phone.touch("Good")
    page.shows("Haus", "#front")

    server.stop()
    phone.touch("Words", "nav")
    page.shows("The server cannot be reached.", "#state")
    phone.type("#field-text", "weathr" + Keys.ENTER)
    page.shows("weathr", "#waiting-words")
    phone.take()

    server.start()
    again(page)
    page.shows("All words", "h1")
    page.shows("no translation was found", "#words")
    page.until(lambda: not page.has("#waiting"), "nothing waits")
    phone.take()

    phone.touch("weathr", "#words")
    phone.touch("Edit the word")
    page.replace("#field-text", "weather")
    phone.touch("Save", "#edit-word")
    page.shows("погода", "#senses")
    phone.take()

    phone.touch("Words", "nav")
    page.is_at("/")
    phone.type("#field-text", "путеш")
    page.shows("1 word found", "#count")
    page.shows("journey", "#words")
    phone.take()

    phone.touch("To-do list", "nav")
    page.is_at("/todo")
    phone.touch("Done: Call the library")
    page.shows_no_longer("Call the library", "#tasks")
    page.shows("2 of 4 done", "#counter")
    phone.take()

    assert list(server.visitor().rows("/")) == ["weather", "mela", "Haus", "journey", "bread", "serendipity"]
    phone.save(folder / "day.png")
