"""A picture of each screen, in the folder that SCREENSHOTS names: for the guide, and to look at after a failure."""

import base64
import os
from pathlib import Path

import pytest

from support import screens
from test_layout import phone, scheme

# Of these there is also one on a phone, in dark colours.
ON_PHONE = ("words", "task")
STATES = ("suggestions", "languages", "undo")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = Path(os.environ.get("SCREENSHOTS") or tmp_path_factory.mktemp("screenshots"))
    path.mkdir(parents=True, exist_ok=True)
    return path


def take(page, path):
    """Saves what the window shows. The pictures are PNG, of about 20 to 60 kilobytes."""
    page.is_idle()
    picture = page.cdp("Page.captureScreenshot", format="png", optimizeForSpeed=False)
    path.write_bytes(base64.b64decode(picture["data"]))
    assert 2_000 < path.stat().st_size < 100_000, path


def test_a_picture_of_each_screen_is_taken(server, open_page, folder):
    addresses = screens(server)
    visitor = server.visitor()
    for word in ("book", "to learn", "weather"):
        visitor.add_word(word)
    page = scheme(open_page(server), "light")
    page.cdp("Emulation.setDeviceMetricsOverride", width=1000, height=700, deviceScaleFactor=1, mobile=False)
    page.open("/").shows("книга", "#words")
    page.shows("погода", "#words")
    page.press("Add to favourites: weather")
    page.open("/search?text=book").shows("книга", "#words")
    addresses["entry"] = visitor.rows("/")["book"]
    addresses["search"] = "/search?text=oo"
    # The tree first: it grows with each screen that is open.
    for name in sorted(addresses, key=lambda name: name != "tree"):
        page.open(addresses[name]).one("h1")
        take(page, folder / f"{name}.png")
    page.open("/new").type("#field-text", "brea")
    page.shows("bread – хлеб", "#suggestions")
    take(page, folder / "suggestions.png")
    page.replace("#field-text", "")
    page.press("Language of the word: English")
    page.one("#candidates")
    take(page, folder / "languages.png")
    page.press("Cancel")
    page.open("/todo").press("Delete: Call the library")
    page.one("#undo")
    take(page, folder / "undo.png")
    phone(scheme(page, "dark"))
    for name in ON_PHONE:
        page.open(addresses[name]).one("h1")
        take(page, folder / f"{name}-phone.png")
    taken = {path.stem for path in folder.glob("*.png")}
    assert taken >= {*addresses, *STATES, *(f"{name}-phone" for name in ON_PHONE)}
