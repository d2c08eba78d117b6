"""A phone's width, dark and light."""

import re

import pytest

from support import screens

# Elements that reach beyond the window, without those that scroll by themselves.
TOO_WIDE = """
const width = document.documentElement.clientWidth;
return [...document.querySelectorAll('body *')].filter((e) =>
  e.checkVisibility() && !e.closest('.skip, .hidden, .picture, pre') && e.getBoundingClientRect().right > width + 1)
  .map((e) => e.tagName + '#' + (e.getAttribute('id') ?? '') + ' ' + e.innerText.slice(0, 40));
"""

# What one touches. Links in a text may be as high as the text.
TOO_LOW = """
const selector = 'main button, main .button, main input:not([type=checkbox], [type=radio], [type=hidden]), main select, '
  + 'main textarea, main summary, nav a';
return [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility()).map((e) =>
  [e.getBoundingClientRect().height, e.tagName + ' ' + (e.getAttribute('aria-label') ?? e.innerText)])
  .filter(([height]) => height < 40).map(([height, name]) => `${name}: ${height}`);
"""

# The ratio of contrast of each text to what is behind it (WCAG 2.2, 1.4.3), if it is below 4.5. Disabled controls are exempt.
LOW_CONTRAST = """
const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
const rgba = (color) => {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
};
const over = (top, below) => {
  const alpha = top[3] / 255;
  return [0, 1, 2].map((i) => top[i] * alpha + below[i] * (1 - alpha)).concat(255);
};
const background = (element) => element
  ? over(rgba(getComputedStyle(element).backgroundColor), background(element.parentElement)) : rgba('Canvas');
const luminance = (color) => {
  const [r, g, b] = color.map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (element, pseudo) => {
  const below = background(element);
  const [a, b] = [luminance(over(rgba(getComputedStyle(element, pseudo).color), below)), luminance(below)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};
const low = [];
const check = (element, what, pseudo) => {
  const ratio = contrast(element, pseudo);
  if (ratio < 4.5) low.push(`${element.tagName}.${element.className} ${what}: ${ratio.toFixed(2)}`);
};
for (const element of document.querySelectorAll('body *')) {
  if (!element.checkVisibility() || element.closest('[disabled]')) continue;
  const text = [...element.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data.trim()).join('');
  if (text) check(element, text.slice(0, 30));
  if (element.matches('input:not([type=checkbox], [type=radio]), textarea, select')) check(element, 'its value');
  if (element.placeholder) check(element, 'its placeholder', '::placeholder');
}
return low;
"""


def phone(page):
    page.cdp(
        "Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=1, mobile=True)
    return page


def scheme(page, name):
    page.cdp("Emulation.setEmulatedMedia", features=[
        {"name": "prefers-color-scheme", "value": name}, {"name": "prefers-reduced-motion", "value": "reduce"}])
    return page


def open_details(page):
    page.script("document.querySelectorAll('details').forEach((e) => { e.open = true; })")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_page_scrolls_sideways_on_a_phone(start_server, open_page, language):
    server = start_server("--locale", language)
    addresses = screens(server)
    visitor = server.visitor()
    visitor.add_word("Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverleihungsurkunde" * 2)
    visitor.add_task("https://example.org/" + "a" * 150)
    page = phone(open_page(server))
    wide = {}
    for name, path in addresses.items():
        page.open(path)
        open_details(page)
        width = page.script("return document.documentElement.scrollWidth")
        wide[name] = page.script(TOO_WIDE) + ([f"the page is {width} wide"] if width > 360 else [])
    assert not {name: elements for name, elements in wide.items() if elements}


def test_what_one_touches_is_at_least_40_pixels_high(server, open_page):
    addresses = screens(server)
    page = phone(open_page(server))
    low = {}
    for name, path in addresses.items():
        page.open(path)
        open_details(page)
        low[name] = page.script(TOO_LOW)
    page.open("/?order=alphabet").click("#filters summary")
    page.click("#choosing")
    page.click("[aria-label='Choose: Haus']")
    page.one("#chosen")
    low["chosen"] = page.script(TOO_LOW) + page.script(TOO_WIDE)
    page.open("/new").type("#field-text", "brea")
    page.one("#suggestions")
    low["suggestions"] = page.script(TOO_LOW)
    assert not {name: elements for name, elements in low.items() if elements}


def test_the_bar_of_a_phone_is_below_what_one_reads_and_its_targets_are_large(server, open_page):
    addresses = screens(server)
    page = phone(open_page(server))
    for name, path in addresses.items():
        page.open(path)
        boxes = page.script(
            "return [...document.querySelectorAll('nav a')].map((e) => e.getBoundingClientRect()).map((e) => [e.top, e.bottom, e.width, e.height])")
        assert 2 <= len(boxes) <= 5, name
        assert all(top > 600 and bottom <= 740 and width >= 44 and height >= 44 for top, bottom, width, height in boxes), name
        # The end of the page can be scrolled above it.
        page.script("scrollTo(0, document.body.scrollHeight)")
        assert page.script("return document.querySelector('main').getBoundingClientRect().bottom") <= boxes[0][0] + 1, name


@pytest.mark.refused
@pytest.mark.parametrize("name", ["light", "dark"])
def test_every_text_has_enough_contrast(server, open_page, name):
    addresses = screens(server)
    page = scheme(open_page(server), name)
    low = {}
    for screen, path in addresses.items():
        page.open(path)
        open_details(page)
        low[screen] = page.script(LOW_CONTRAST)
    page.open("/").press("Delete: bread")
    page.shows("removed “bread”", "#undo")
    low["undo"] = page.script(LOW_CONTRAST)
    page.open("/new").type("#field-text", "brea")
    page.one("#suggestions")
    low["suggestions"] = page.script(LOW_CONTRAST)
    page.open("/todo").press("Show done")
    page.one("#tasks .done")
    low["done"] = page.script(LOW_CONTRAST)
    page.open("/todo/new").press("Save")
    page.one("#notice")
    page.is_connected()
    server.stop()
    page.one("#connection")
    low["failure"] = page.script(LOW_CONTRAST)
    assert not {screen: texts for screen, texts in low.items() if texts}


def test_the_colours_follow_the_system(page):
    colour = "return getComputedStyle(document.body).backgroundColor"
    light = scheme(page, "light").open("/").script(colour)
    dark = scheme(page, "dark").script(colour)
    bright, dim = (sum(int(part) for part in re.findall(r"\d+", text)) for text in (light, dark))
    assert bright > 3 * 230 and dim < 3 * 40


def test_text_that_the_reader_has_enlarged_enlarges_the_page(page):
    page.open("/")
    before = page.script("return document.querySelector('h1').getBoundingClientRect().height")
    page.script("document.documentElement.style.fontSize = '200%'")
    after = page.script("return document.querySelector('h1').getBoundingClientRect().height")
    assert after >= 1.9 * before
