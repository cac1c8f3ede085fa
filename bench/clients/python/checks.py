"""What the Python clients share: one line per check, and a look at the server beside the client."""

import json
import os
import sys
import time
import urllib.request

URL = os.environ["TROUPE_URL"]
KEY = os.environ["TROUPE_API_KEY"]
MODEL = os.environ["TROUPE_MODEL"]
PATIENCE_SECONDS = 30


def run(client, checks):
    """Runs (name, function) pairs; a function returns what is worth telling. Exits with 1 on a failure."""
    failed = False
    for name, check in checks:
        try:
            print("ok", client, name, check() or "", sep="\t", flush=True)
        except Exception as error:  # whatever went wrong is the result
            failed = True
            print("FAIL", client, name, f"{type(error).__name__}: {error}".replace("\n", " "), sep="\t", flush=True)
    sys.exit(1 if failed else 0)


def same(actual, expected):
    assert actual == expected, f"{actual!r} is not {expected!r}"


def running_sequences():
    request = urllib.request.Request(URL + "/v1/ps", headers={"Authorization": "Bearer " + KEY})
    with urllib.request.urlopen(request) as response:
        return sum(node["load"]["running_sequences"] for node in json.load(response)["nodes"])


def await_running(wanted):
    """Waits until `wanted(sequences that run)` holds."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not wanted(running_sequences()):
        assert time.monotonic() < end, f"{running_sequences()} sequences run after {PATIENCE_SECONDS} s"
        time.sleep(0.02)
