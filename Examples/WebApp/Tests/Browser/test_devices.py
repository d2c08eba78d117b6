"""Words on several devices, through a folder that their servers share."""

import json
import sqlite3

import pytest


@pytest.fixture
def device(start_server, tmp_path):
    """Starts servers whose stores remember the folder, as after `superapp sync --folder`."""
    shared = tmp_path / "shared"
    shared.mkdir()

    def start(name):
        server = start_server(store=tmp_path / f"{name}.sqlite")
        server.stop()
        database = sqlite3.connect(server.store)
        with database:
            value = json.dumps({"path": str(shared), "device": name})
            database.execute("INSERT INTO setting(key, value) VALUES ('syncFolder', ?)", (value,))
        database.close()
        server.start()
        return server

    return start


def note(page, text):
    page.open("/").press("dog", "#words")
    page.press("Edit the word")
    page.replace("#field-note", text)
    page.press("Save", "#edit-word")
    page.shows(text, "#note")


def synchronize(page, text):
    page.open("/devices").press("Synchronize")
    page.shows(text, "#synchronization")
    page.is_idle()


def test_words_travel_between_devices_by_themselves_and_on_request(device, open_page):
    pages = [open_page(device(name)) for name in ("laptop", "phone")]
    pages[0].open("/new").type("#field-text", "dog\n")
    pages[0].shows("dog", "main")
    pages[0].open("/settings").press("Devices", "main")
    pages[0].shows("with ", "#folder")
    pages[0].until(lambda: "Synchronized" in pages[0].text("#synchronization"), "it synchronizes by itself")
    pages[1].open("/devices")
    pages[1].until(lambda: pages[1].button("Synchronize").is_enabled(), "nothing is synchronized meanwhile")
    pages[1].until(lambda: "phone" in pages[1].text("#devices"), "the device is listed")
    for _ in range(20):
        pages[1].open("/devices").press("Synchronize")
        pages[1].is_idle()
        if "dog" in pages[1].open("/").text("main"):
            break
    pages[1].shows("dog", "#words")


def test_a_device_that_is_used_no_more_is_taken_off_the_list(device, open_page):
    pages = [open_page(device(name)) for name in ("laptop", "phone")]
    for page in pages + pages:
        synchronize(page, "Synchronized")
    pages[0].shows("phone", "#devices")
    pages[0].press("Take off the list: phone")
    pages[0].until(lambda: "phone" not in pages[0].text("#devices"), "it is off the list")
    assert "laptop" in pages[0].text("#devices")


@pytest.mark.refused
def test_a_value_that_lost_is_shown_and_restored_or_left(device, open_page, tmp_path):
    pages = [open_page(device(name)) for name in ("laptop", "phone")]
    pages[0].open("/new").type("#field-text", "dog\n")
    pages[0].shows("dog", "main")
    for page in pages + pages:
        synchronize(page, "Synchronized")
    (tmp_path / "shared").rename(tmp_path / "aside")
    for page, text in zip(pages, ("first", "second")):
        note(page, text)
        synchronize(page, "the shared folder is not there")
    (tmp_path / "aside").rename(tmp_path / "shared")
    for page in pages + pages:
        synchronize(page, "Synchronized")
    for page in pages:
        page.open("/devices").shows("note: “second” was kept, “first” of laptop lost", "#conflicts")
    pages[0].press("Restore: dog")
    pages[0].until(lambda: not pages[0].all("#conflicts"), "the value is restored")
    pages[0].open("/").press("dog", "#words")
    pages[0].shows("first", "#note")
    pages[1].press("Dismiss: dog")
    pages[1].until(lambda: not pages[1].all("#conflicts"), "the conflict is left")
    pages[1].open("/").press("dog", "#words")
    pages[1].shows("second", "#note")


def test_without_a_folder_the_page_says_how_to_choose_one(server, open_page):
    page = open_page(server).open("/devices")
    page.shows("Words are on this device only", "#synchronization")
    page.shows("“superapp sync” chooses the folder.", "#how")
    assert not page.all("form button[name=action]")
