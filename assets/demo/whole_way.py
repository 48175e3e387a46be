"""The demo's whole way: adds DemoBot at a sandbox, starts its program, and plays its user,
whose desk asks.

    whole_way.py "$first_line_of_assentctl_sandbox"
"""

import json
import os
import pathlib
import subprocess
import sys
import time
import urllib.request

HERE = pathlib.Path(__file__).parent
PAGE = os.environ.get("ASSENT_DEMO_URL", "https://example.com/")
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
ASKS = [
    (f"What is on {PAGE} ?", "Allow it."),
    ("And on https://other.com/ ?", "Say no to this one."),
    ("Where am I?", "Let the countdown run out: +31 s in the window hurries it."),
]


class Server:
    """The sandbox, as somebody with a token sees it."""

    def __init__(self, url, token):
        self.url, self.token = url, token

    def open(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        return DIRECT.open(urllib.request.Request(self.url + path, data, {
            "Authorization": "Bearer " + self.token, "Content-Type": "application/json"}, method=method))

    def ask(self, method, path, body=None):
        with self.open(method, path, body) as response:
            return json.load(response)

    def replies(self):
        """Yields what others write to this user, from now on."""
        stream = self.open("GET", "/events")
        return (event["payload"]["text"] for line in stream if line.startswith(b"data: ")
                if (event := json.loads(line[6:]))["type"] == "message.new" and event["msg_subtype"] == "text")


def main():
    first = json.loads(sys.argv[1])
    owner, user = Server(first["url"], first["owner_token"]), Server(first["url"], first["users"][0]["token"])
    manifest = json.loads((HERE / "manifest.json").read_text())
    added = owner.ask("POST", "/agents", {"name": "DemoBot", "capability_manifest": manifest})
    relation = user.ask("POST", "/h2a/relations", {"agent_id": added["agent_id"], "granted_scopes": []})
    print("> DemoBot is on the server: choose in the window what it may do", flush=True)
    while user.ask("GET", "/h2a/relations/" + relation["id"])["manifest_version"] == 0:
        time.sleep(0.3)
    conversation = user.ask("POST", "/conversations", {"agent_id": added["agent_id"], "type": "h2a"})["conversation_id"]
    bot = subprocess.Popen([sys.executable, HERE / "agent.py"], stdout=subprocess.PIPE, env=os.environ | {
        "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(HERE.parent / "sdk" / "python"), "ASSENT_SANDBOX": first["url"],
        "ASSENT_AGENT_ID": added["agent_id"], "ASSENT_API_KEY": added["api_key"]})
    try:
        bot.stdout.readline()
        replies = user.replies()
        for text, hint in ASKS:
            print(f"\nYou:     {text}   ({hint})", flush=True)
            user.ask("POST", f"/conversations/{conversation}/messages", {
                "msg_subtype": "text", "content_type": "text", "payload": {"type": "text", "text": text}})
            print(f"DemoBot: {next(replies)}", flush=True)
    finally:
        bot.terminate()
        bot.wait()


main()
