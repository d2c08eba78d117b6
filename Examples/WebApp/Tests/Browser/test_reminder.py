"""The daily reminder as a notification, and the picture of the tree."""

import json
import sqlite3

import pytest

PERMISSIONS = {
    "default": "The browser shows the reminder if you allow it, while a page is open.",
    "granted": "The browser shows the reminder while a page is open.",
    "denied": "The browser does not allow notifications.",
}

# A browser with a given permission that keeps what it would show.
NOTIFICATIONS = """
window.notifications = [];
window.Notification = class {
  static permission = '%s';
  static async requestPermission() { return (Notification.permission = 'granted'); }
  constructor(title, options) {
    Object.assign(this, { title, ...options });
    window.notifications.push(this);
  }
};
"""


@pytest.mark.parametrize("permission", PERMISSIONS)
def test_the_page_says_whether_the_browser_shows_the_reminder(page, permission):
    page.before_load(NOTIFICATIONS % permission)
    page.open("/settings").shows(PERMISSIONS[permission], "#permission")
    assert len([part for part in page.all("#permission > p") if part.is_displayed()]) == 1


def test_without_notifications_the_page_says_so(page):
    page.before_load("delete window.Notification")
    page.open("/settings").shows("This browser has no notifications.", "#permission")


def test_the_browser_is_asked_when_the_user_wants_it(page):
    page.before_load(NOTIFICATIONS % "default")
    page.open("/settings").is_connected()
    page.press("Allow notifications")
    page.shows(PERMISSIONS["granted"], "#permission")


def test_a_permission_of_the_real_browser_is_known(page):
    page.cdp("Browser.grantPermissions", permissions=["notifications"], origin=page.address)
    page.open("/settings").shows(PERMISSIONS["granted"], "#permission")
    page.cdp("Browser.resetPermissions")


def test_the_time_is_saved(page):
    page.open("/settings")
    if not page.one("#field-enabled").is_selected():
        page.click("#field-enabled")
    page.click("#field-skips")
    page.script("document.getElementById('field-time').value = '07:45'")
    page.press("Save")
    page.shows("Next:", "#next")
    page.open("/settings")
    assert page.value("#field-time") == "07:45"
    assert page.one("#field-skips").is_selected()
    page.shows("7:45", "#next")
    page.click("#field-enabled")
    page.press("Save")
    page.until(lambda: not page.has("#next"), "there is no next reminder")


def test_a_due_reminder_is_a_notification_that_leads_to_a_new_word(start_server, open_page, tmp_path):
    server = start_server(store=tmp_path / "superapp.sqlite")
    server.visitor().post("set-reminder", "/settings", {"enabled": "on", "time": "00:00"})
    server.stop()
    # As if it had been set before today: so it is due today.
    database = sqlite3.connect(server.store)
    with database:
        (text,) = database.execute("SELECT value FROM setting WHERE key = 'reminder'").fetchone()
        value = json.dumps(json.loads(text) | {"setAt": 0})
        database.execute("UPDATE setting SET value = ? WHERE key = 'reminder'", (value,))
    database.close()
    server.start()
    page = open_page(server)
    page.before_load(NOTIFICATIONS % "granted")
    page.open("/settings").is_connected()
    # It looks at the clock again when the settings are saved.
    page.press("Save")
    page.until(lambda: page.script("return window.notifications.length") == 1, "a notification is shown")
    assert page.script("return window.notifications[0].title") == "Time for a new word"
    assert page.script("return window.notifications[0].body")
    page.script("window.notifications[0].onclick()")
    page.is_at("/new")


# As on Android: notifications are allowed, but a page cannot make them.
WITHOUT_CONSTRUCTOR = """
window.Notification = class {
  static permission = 'granted';
  constructor() { throw new TypeError('Illegal constructor'); }
};
"""

# As if the server had sent it.
REMIND = """
const data = JSON.stringify({ title: 'Time for a new word', body: 'None today.', address: '/new' });
events.dispatchEvent(new MessageEvent('reminder', { data }));
"""


@pytest.mark.parametrize("features", [NOTIFICATIONS % "default", WITHOUT_CONSTRUCTOR, "delete window.Notification"])
def test_without_notifications_every_page_shows_the_reminder_until_it_is_dismissed(server, open_page, features):
    page = open_page(server)
    page.before_load(features)
    page.open("/todo").is_connected()
    other = page.tab().open("/settings")
    page.script(REMIND)
    for tab in (page, other):
        tab.shows("Time for a new word", "#due")
    server.visitor().add_task("Buy milk")
    page.shows("Buy milk", "#tasks")
    page.shows("None today.", "#due")
    page.press("Close", "#due")
    assert not page.has("#due")
    other.press("Time for a new word", "#due")
    other.is_at("/new")
    assert not other.has("#due")


def test_the_tree_is_shown_as_a_picture_and_as_text(page):
    page.open("/tree")
    picture = page.one("#picture")
    page.until(lambda: picture.get_property("naturalWidth") > 0, "the picture is loaded")
    assert picture.get_property("naturalHeight") > 0
    page.press("As text")
    page.shows("\n", "#as-text pre")


def test_the_tree_shows_the_screens_that_are_open(page):
    page.open("/tree").press("As text")
    before = page.text("#as-text pre")
    page.open("/todo")
    page.open("/tree").press("As text")
    after = page.text("#as-text pre")
    assert len(after.splitlines()) > len(before.splitlines())
