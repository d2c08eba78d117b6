"""A review: by keys, without a script, and on a phone."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys


@pytest.fixture
def words(server):
    visitor = server.visitor()
    for text in ("dog", "cat"):
        visitor.add_word(text)
    return visitor


def press(page, *keys):
    ActionChains(page.front()).send_keys(*keys).perform()


def front(page, text):
    page.until(lambda: page.has("#front") and page.text("#front") == text, f"the card {text} is shown")


def test_a_session_by_keys(words, open_page, server):
    page = open_page(server).open("/")
    page.button("Review (due: 0, new: 2)", "nav")
    assert page.text("#to-review .number") == "2"
    page.click("#to-review")
    page.is_at("/review")
    front(page, "cat")
    assert not page.has("#back") and not page.has("#ratings")
    press(page, " ")
    page.shows("кошка", "#back")
    page.shows("in 2 days", "#ratings")
    press(page, "1")
    front(page, "dog")
    press(page, "u")
    front(page, "cat")
    press(page, " ")
    page.shows("кошка", "#back")
    press(page, "3")
    front(page, "dog")
    # A key that is typed into the field is no command.
    page.type("#field-typed", "1СОБАКУ")
    front(page, "dog")
    page.replace("#field-typed", "Собака" + Keys.ENTER)
    page.shows("Right. It is written “собака”.", "#verdict")
    press(page, "4")
    page.shows("2 cards are done.", "#phase")
    page.shows("Answers: 2, forgotten: 0", "#summary")
    page.press("Statistics")
    page.is_at("/review/statistics")
    page.shows("reviewed today: 2", "#numbers")
    page.replace("#field-new", "3")
    page.replace("#field-retention", "0,8")
    page.press("Save")
    page.until(lambda: page.value("#field-retention") == "0.8", "the settings are kept")
    page.open("/")
    page.until(lambda: page.text("#to-review") == "Review" and page.has_button("Review", "nav"), "no card is counted")


def test_a_card_of_an_old_page_is_not_rated(words, open_page, server):
    page = open_page(server).open("/review")
    front(page, "cat")
    card = page.script("return document.querySelector('#check input[name=card]').value")
    press(page, " ")
    page.shows("кошка", "#back")
    press(page, "3")
    front(page, "dog")
    press(page, " ")
    page.shows("собака", "#back")
    page.script(
        """
        const request = new XMLHttpRequest();
        request.open("POST", "/action/rate", false);
        request.send(new URLSearchParams({
          token: document.documentElement.dataset.token, from: "/review", card: arguments[0], rating: "1" }));
        """, card)
    front(page, "dog")
    page.open("/review/statistics").shows("reviewed today: 1", "#numbers")


def test_a_session_on_a_phone_by_touch(words, open_page, server):
    page = open_page(server)
    page.cdp("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=1, mobile=True)
    page.cdp("Emulation.setTouchEmulationEnabled", enabled=True)
    page.open("/review")
    front(page, "cat")

    def touch(distance):
        box = page.script(
            "const box = document.getElementById('card').getBoundingClientRect(); return [box.x + box.width / 2, box.y + 20];")
        page.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": box[0], "y": box[1]}])
        if distance:
            page.cdp("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": box[0] + distance, "y": box[1]}])
        page.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    touch(0)
    page.shows("кошка", "#back")
    touch(-120)
    front(page, "dog")
    touch(0)
    page.shows("собака", "#back")
    touch(120)
    front(page, "cat")
    page.press("Show answer")
    page.press("Easy")
    page.shows("2 cards are done.", "#phase")
    page.shows("Answers: 3, forgotten: 1", "#summary")


def test_a_session_without_a_script(words, open_page, server):
    page = open_page(server)
    page.cdp("Emulation.setScriptExecutionDisabled", value=True)
    page.open("/review")
    front(page, "cat")
    page.button("Show answer").click()
    page.shows("кошка", "#back")
    page.button("Good").click()
    front(page, "dog")
    page.button("Undo").click()
    front(page, "cat")
