"""One browser for all tests of a worker; a server, a tab and a cookie jar for each test."""

import os
import shutil

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from support import WEB, Page, Server, temporary_folder

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
CHROMEDRIVER = os.environ.get("CHROMEDRIVER", "/usr/bin/chromedriver")


def pytest_configure(config):
    config.addinivalue_line("markers", "refused: requests of the page are refused or fail, and the console says so")


def start_browser(folder, downloads):
    """A browser that reaches nothing but this computer, with a profile of its own."""
    os.environ["SE_OFFLINE"] = "true"
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in (
        "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--window-size=1000,700",
        f"--user-data-dir={folder}", "--no-first-run", "--no-default-browser-check", "--disable-background-networking",
        "--disable-component-update", "--disable-default-apps", "--disable-extensions", "--disable-sync",
        "--disable-domain-reliability", "--metrics-recording-only", "--no-pings", "--password-store=basic",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--no-proxy-server", "--hide-scrollbars",
        "--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows",
        "--disable-renderer-backgrounding", "--disable-features=MediaRouter,OptimizationHints,Translate,HttpsUpgrades",
    ):
        options.add_argument(argument)
    options.add_experimental_option(
        "prefs",
        {
            "intl.accept_languages": "en-US,en", "download.default_directory": str(downloads),
            "download.prompt_for_download": False, "credentials_enable_service": False,
            "profile.password_manager_enabled": False,
        })
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(service=Service(CHROMEDRIVER), options=options)
    driver.set_page_load_timeout(30)
    return driver


@pytest.fixture(scope="session")
def downloads(tmp_path_factory):
    return tmp_path_factory.mktemp("downloads")


@pytest.fixture(scope="session")
def browser(downloads):
    yield from run_browser(downloads)


@pytest.fixture(scope="session")
def other_browser(downloads):
    """A browser with cookies of its own: another session."""
    yield from run_browser(downloads)


def run_browser(downloads):
    folder = temporary_folder()
    driver = start_browser(folder, downloads)
    try:
        yield driver
    finally:
        driver.quit()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session", autouse=True)
def binary():
    if not os.access(WEB, os.X_OK):
        pytest.exit(f"{WEB} is no program. Build it, or name it in WEB.", returncode=2)


@pytest.fixture
def start_server(request):
    """Starts servers, and stops them after the test. What they have logged is shown if the test fails."""
    servers, folders = [], []

    def start(*options, **more):
        folder = temporary_folder()
        folders.append(folder)
        servers.append(Server(folder, *options, **more))
        return servers[-1]

    yield start
    try:
        for server in servers:
            server.stop()
    finally:
        for server in servers:
            if server.process is not None:
                server.process.kill()
            print(server.log(), end="")
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def server(start_server):
    return start_server()


@pytest.fixture
def open_page(browser, request):
    """Opens a tab at a server. After the test the console must be without errors."""
    yield from pages_of(browser, request)


@pytest.fixture
def open_other_page(other_browser, request):
    """Opens a tab of the other browser."""
    yield from pages_of(other_browser, request)


def pages_of(driver, request):
    first = driver.window_handles[0]
    driver.switch_to.window(first)
    driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    driver.get_log("browser")
    origins = set()

    def open_page(server):
        origins.add(server.address)
        return Page(driver, server.address)

    yield open_page
    # In this order: a page that is still open complains when its server stops.
    entries = driver.get_log("browser")
    for handle in driver.window_handles:
        if handle != first:
            driver.switch_to.window(handle)
            driver.close()
    driver.switch_to.window(first)
    driver.in_front = first
    # The worker of a site keeps a process of the browser, also when no tab is left.
    for origin in origins:
        driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    is_refused = request.node.get_closest_marker("refused") is not None
    wrong = [
        entry["message"] for entry in entries
        if entry["level"] == "SEVERE" and not (is_refused and entry["source"] in ("network", "console-api"))
    ]
    assert not wrong, "the console has errors:\n" + "\n".join(wrong)


@pytest.fixture
def page(server, open_page):
    """A tab at a server of its own."""
    return open_page(server)
