"""Headless Chromium with one page, for the checks of pages in this folder."""

import base64
import json
import os
import subprocess
import sys


class Browser:
    """Chromium with one page, and the protocol on two pipes: JSON, each message with a zero byte."""

    def __init__(self, folder):
        (to_read, self.output), (self.input, to_write) = os.pipe(), os.pipe()

        def give_pipes():
            # Above 4 first, since one of them may be 3 or 4.
            os.dup2(to_read, 20), os.dup2(to_write, 21)
            os.dup2(20, 3), os.dup2(21, 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--remote-debugging-pipe", f"--user-data-dir={folder}/profile"],
            preexec_fn=give_pipes, close_fds=False, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_read), os.close(to_write)
        self.buffer, self.count, self.events, self.session = b"", 0, [], {}
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.session = {"sessionId": session}
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(f"{domain}.enable")

    def message(self):
        while b"\0" not in self.buffer:
            part = os.read(self.input, 1 << 16)
            if not part:
                sys.exit("Chromium has ended.")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.count += 1
        call = {"id": self.count, "method": method, "params": parameters, **self.session}
        os.write(self.output, json.dumps(call).encode() + b"\0")
        while (answer := self.message()).get("id") != self.count:
            self.events.append(answer)
        if "error" in answer:
            message = answer["error"]["message"]
            # A new page came while the old one computed: the new one is asked.
            if method == "Runtime.evaluate" and "navigated" in message:
                return self.call(method, **parameters)
            sys.exit(f"{method}: {message}")
        return answer["result"]

    def open(self, url):
        # Another page first: a change of the step alone would not load the page again.
        for address in ["about:blank", url]:
            self.events = []
            self.call("Page.navigate", url=address)
            while not any(event["method"] == "Page.loadEventFired" for event in self.events):
                self.events.append(self.message())

    def value(self, script):
        answer = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            sys.exit(f"{script}: {answer['exceptionDetails']['exception']['description']}")
        return answer["result"].get("value")

    def press(self, key, code=0):
        text = {"text": key} if len(key) == 1 else {}
        for kind in ["keyDown", "keyUp"]:
            self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code,
                      **(text if kind == "keyDown" else {}))

    def view(self, width, height, scheme="light"):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])

    def picture(self, file):
        # What is drawn is drawn with the next frame.
        self.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(file, "wb") as output:
            output.write(base64.b64decode(data))

    def problems(self):
        """Exceptions, errors of the console, refusals of the policy, and requests of the network."""
        requests = [event["params"]["request"]["url"] for event in self.events
                    if event["method"] == "Network.requestWillBeSent"]
        return [url for url in requests if not url.startswith(("file:", "about:"))] + [
            event for event in self.events if event["method"] in
            ("Runtime.exceptionThrown", "Log.entryAdded", "Page.javascriptDialogOpening")]

    def close(self):
        self.call("Browser.close")
        self.process.wait()
