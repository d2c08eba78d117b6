"""Signing in, and being signed out while a page is open."""

import subprocess
from pathlib import Path

import pytest

from support import WEB, temporary_folder
from test_accessibility import violations
from test_offline import IS_READY

PASSWORD = "correct horse"


@pytest.fixture
def server(start_server):
    file = Path(temporary_folder()) / "password"
    subprocess.run([WEB, "password", str(file)], input=PASSWORD + "\n", text=True, check=True, timeout=30)
    return start_server("--password-file", str(file))


def sign_in(page, path="/"):
    page.open(path)
    page.type("#field-password", PASSWORD + "\n")
    page.one("nav")
    return page


@pytest.mark.refused
def test_one_signs_in_on_a_phone_after_a_wrong_password(server, open_page):
    page = open_page(server)
    page.cdp("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=2, mobile=True)
    page.open("/favorites")
    assert page.path == "/login?next=%2Ffavorites"
    page.until(lambda: page.script("return document.activeElement.id") == "field-password", "the field has the focus")
    assert not violations(page)
    page.type("#field-password", "wrong horse\n")
    page.shows("Wrong password.", "#notice")
    page.until(lambda: page.script("return document.activeElement.id") == "notice", "the notice has the focus")
    assert not violations(page)
    page.type("#field-password", PASSWORD + "\n")
    page.one("nav")
    assert page.path == "/favorites"
    assert page.script("return document.documentElement.scrollWidth") <= 390


@pytest.mark.refused
def test_a_browser_that_is_signed_out_elsewhere_keeps_what_is_typed(server, open_page, open_other_page):
    page, other = sign_in(open_page(server), "/new"), sign_in(open_other_page(server), "/settings")
    assert not violations(other)
    page.type("#field-text", "unsaved")
    # Some seconds later the page reloads itself, and the browser asks first. The driver would agree; here one stays.
    assert page.asks_before_it_is_left
    page.script("reloadIfRedirected = () => {}")
    other.press("Sign out all other browsers")
    other.shows("signed out", "#notice")
    page.press("Save")
    page.shows("this browser is not signed in", "#notice")
    # The notice may be of what was typed: then the text is still on its way.
    page.until(lambda: page.value("#field-text") == "unsaved", "the text is back")
    sign_in(page.tab(), "/")
    page.press("Save")
    page.until(lambda: page.value("#field-text") == "", "the word is saved")


@pytest.mark.refused
def test_a_page_whose_login_has_ended_leads_to_the_login(server, open_page, open_other_page):
    page, other = sign_in(open_page(server)), sign_in(open_other_page(server), "/settings")
    other.press("Sign out all other browsers")
    page.until(lambda: page.path.startswith("/login"), "the page on which one signs in")
    other.button("Sign out: Chrome, Linux")
    other.press("Sign out: Chrome, Linux")
    other.until(lambda: other.path == "/login", "the page on which one signs in")


@pytest.mark.refused
def test_a_browser_that_is_signed_out_keeps_no_list(server, open_page):
    page = sign_in(open_page(server))
    page.until(lambda: page.front().execute_async_script(IS_READY), "the list is kept")
    page.open("/settings").press("Sign out: Chrome, Linux")
    page.until(lambda: page.path == "/login", "the page on which one signs in")
    page.until(
        lambda: page.front().execute_async_script("caches.keys().then(arguments[0])") == [], "nothing is kept")
