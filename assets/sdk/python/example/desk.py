"""Assent for a test, without a window: its person is an answers file, its clock stands still."""

import json
import os
import queue
import shutil
import subprocess
import tempfile
import threading

import assent

TIMEOUT = 30  # seconds that anything may take


class Desk:
    """An engine on folders of its own. What the person would have seen comes as events."""

    def __init__(self, answers, notes):
        self.folder = tempfile.mkdtemp()
        self.home = os.path.join(self.folder, "home")
        self.socket = os.path.join(self.folder, "s")
        for name, text in notes.items():
            path = os.path.join(self.home, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write(text)
        with open(os.path.join(self.folder, "answers.json"), "w") as file:
            json.dump(answers, file)
        self._seen = {}  # queues of events, by conversation
        self._lock = threading.Lock()
        os.mkfifo(os.path.join(self.folder, "events"), 0o600)
        self.start()

    def start(self):
        """Starts the engine, and returns when it listens."""
        self._process = self._assentctl("serve", "--answers", os.path.join(self.folder, "answers.json"), "--virtual-clock",
                                        "--events", os.path.join(self.folder, "events"), stderr=subprocess.PIPE)
        threading.Thread(target=self._read_events, daemon=True).start()
        for line in self._process.stderr:
            if line.startswith("listening on "):
                return
        raise RuntimeError("the engine did not start")

    def kill(self):
        """Ends the engine as a crash would."""
        self._process.kill()
        self._process.wait()
        self._process.stderr.close()

    def stop(self):
        self._process.terminate()
        self._process.wait(TIMEOUT)
        self._process.stderr.close()
        shutil.rmtree(self.folder)

    def agent(self, agent_id, conversation, manifest, **options):
        """Connects an agent whose manifest was reviewed."""
        agent = assent.connect(agent_id, conversation, socket=self.socket, **options)
        agent.offer_manifest(manifest)
        return agent

    def advance(self, duration):
        """Lets time pass."""
        if self._assentctl("clock", "advance", duration, stdout=subprocess.DEVNULL).wait(TIMEOUT) != 0:
            raise RuntimeError("the clock does not move")

    def seen(self, conversation, kind, times=1):
        """Waits until an event of a kind came so often in a conversation, and returns the kinds
        of all that came since it was asked last."""
        kinds = []
        while kinds.count(kind) < times:
            kinds.append(self._of(conversation).get(timeout=TIMEOUT)["event"])
        return kinds

    def _of(self, conversation):
        with self._lock:
            return self._seen.setdefault(conversation, queue.Queue())

    def _read_events(self):
        with open(os.path.join(self.folder, "events")) as events:
            for line in events:
                event = json.loads(line)
                self._of(event.get("conversation_id")).put(event)

    def _assentctl(self, *args, **streams):
        home = {"HOME": self.home, "XDG_DATA_HOME": os.path.join(self.folder, "data"), "XDG_RUNTIME_DIR": ""}
        return subprocess.Popen([os.environ.get("ASSENTCTL", "assentctl"), *args, "--socket", self.socket], env={**os.environ, **home}, text=True, **streams)
