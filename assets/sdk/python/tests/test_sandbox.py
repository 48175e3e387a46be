import http.server
import json
import queue
import threading
import unittest

import assent
from tests.stand_in import in_thread

BROKEN, SILENT = 0, -1  # what a request gets in place of an answer


class StandIn:
    """A stand-in for a sandbox, which answers requests with what is in answers."""

    def __init__(self, test):
        self.requests = queue.Queue()  # (method and path, body, authorization)
        self.streams = queue.Queue()
        self.answers = []  # (status, body, headers)
        self._ends = threading.Event()
        stand_in = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                stand_in._serve(self)

            do_POST = do_PATCH = do_GET

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._test = test
        test.addCleanup(self.stop)

    def stop(self):
        self._ends.set()
        self._server.shutdown()
        self._server.server_close()

    def agent(self, **options):
        agent = assent.connect("agent-1", "c-1", sandbox=self.url, **{"api_key": "hsk_1", **options})
        self._test.addCleanup(agent.close)
        return agent

    def _serve(self, handler):
        body = handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
        stream = handler.command == "GET"
        status, answer, headers = self.answers.pop(0) if self.answers else (200 if stream else 202, {"message_id": "m", "seq": 1}, {})
        self.requests.put((f"{handler.command} {handler.path}", body and json.loads(body), handler.headers["Authorization"]))
        if status == SILENT:
            self._ends.wait()
        if status <= 0:
            return
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.end_headers()
        if not stream or status != 200:
            handler.wfile.write(json.dumps(answer).encode())
            return
        texts = queue.Queue()
        self.streams.put(texts)
        while (text := texts.get()) is not None:
            handler.wfile.write(text)


def event(**fields):
    return f"id: {fields['seq']}\ndata: {json.dumps(fields)}\n\n".encode()


def response(seq, post, **fields):
    call_id = post[1]["payload"]["artifact"]["artifact_id"]
    return event(seq=seq, type="artifact_response", agent_id="agent-1", conversation_id="c-1",
                 payload={"type": "artifact_response", "ref_artifact_subtype": "tool_response", "call_id": call_id, **fields})


class OverASandbox(unittest.TestCase):
    def setUp(self):
        self.sandbox = StandIn(self)

    def open(self, **options):
        """Connects an agent and gives it with its event stream."""
        agent = self.sandbox.agent(**options)
        self.assertEqual(self.request(), ("GET /events", b"", "Bearer hsk_1"))
        return agent, self.sandbox.streams.get(timeout=10)

    def request(self):
        return self.sandbox.requests.get(timeout=10)

    def test_a_call_is_posted_and_answered_by_an_event(self):
        agent, stream = self.open()
        result = in_thread(agent.call, "read_file", {"path": "/a"})
        post = self.request()
        self.assertEqual((post[0], post[1]["msg_subtype"]), ("POST /conversations/c-1/messages", "artifact_tool_call"))
        stream.put(b":\n\n")
        stream.put(response(2, post, status="ok", result={"content": "x"}))
        self.assertEqual(result(), {"content": "x"})

    def test_a_stream_that_breaks_off_resumes_after_the_last_event(self):
        agent, stream = self.open()
        told = queue.Queue()
        agent.add_event_handler(lambda event: told.put(event["seq"]))
        result = in_thread(agent.call, "a")
        post = self.request()
        stream.put(b"id: 6\n\n")
        stream.put(event(seq=7, type="h2a.reauth_required"))
        stream.put(b'id: 8\ndata: {"seq":8,"ty')  # half an event
        stream.put(None)
        self.assertEqual(self.request()[0], "GET /events?since=7")
        stream = self.sandbox.streams.get(timeout=10)
        stream.put(event(seq=7, type="h2a.reauth_required"))  # said twice
        stream.put(response(8, post, status="ok", result=1))
        self.assertEqual(result(), 1)
        self.assertEqual([told.get(timeout=10) for _ in range(2)], [7, 8])

    def test_a_post_whose_answer_was_lost_is_made_again_with_its_call_id(self):
        agent, stream = self.open()
        self.sandbox.answers.append((BROKEN, None, {}))
        result = in_thread(agent.call, "a")
        first, again = self.request(), self.request()
        self.assertEqual(again, first)
        stream.put(response(3, again, status="ok", result=1))
        self.assertEqual(result(), 1)

    def test_messages_come_to_their_handlers_and_are_sent(self):
        agent, stream = self.open()
        agent.add_message_handler(lambda message: agent.send(message["conversation_id"], {"type": "text", "text": message["payload"]["text"] + "!"}))
        stream.put(event(seq=1, type="message.new", conversation_id="c-9", payload={"type": "text", "text": "hello"}))
        self.assertEqual(self.request()[:2], ("POST /conversations/c-9/messages", {"msg_subtype": "text", "content_type": "text", "payload": {"type": "text", "text": "hello!"}}))
        self.sandbox.answers.append((BROKEN, None, {}))
        with self.assertRaises(assent.DisconnectedError):  # a text has no call_id: twice would be two
            agent.send("c-9", {"type": "text", "text": "once"})

    def test_what_the_server_refuses_raises_with_its_words(self):
        agent, _ = self.open()
        self.sandbox.answers.append((429, {"code": "RATE_LIMITED", "detail": "60 calls a minute"}, {"Retry-After": "7"}))
        with self.assertRaisesRegex(assent.RefusedError, "60 calls a minute") as raised:
            agent.call("a")
        self.assertEqual((raised.exception.code, raised.exception.status, raised.exception.retry_after_seconds), ("RATE_LIMITED", 429, 7))
        details = [{"path": "/tools", "message": "is missing"}]
        self.sandbox.answers.append((400, {"code": "MANIFEST_INVALID", "details": details}, {}))
        with self.assertRaises(assent.RefusedError) as raised:
            agent.offer_manifest({})
        self.assertEqual((raised.exception.code, raised.exception.details), ("MANIFEST_INVALID", details))
        self.sandbox.answers.append((502, "no problem", {}))
        with self.assertRaisesRegex(assent.RefusedError, "502"):
            agent.call("a")

    def test_a_wrong_key_raises_at_once_and_ends_who_listens(self):
        self.sandbox.answers.append((401, {"code": "UNAUTHORIZED"}, {}))
        with self.assertRaises(assent.RefusedError):
            self.sandbox.agent()
        self.request()
        with self.assertRaisesRegex(ValueError, "api_key"):
            self.sandbox.agent(api_key="")
        agent, stream = self.open()
        self.sandbox.answers.append((401, {"code": "UNAUTHORIZED"}, {}))
        stream.put(None)
        with self.assertRaises(assent.RefusedError):
            in_thread(agent.wait)()

    def test_a_server_that_does_not_answer_fails_the_call_when_its_time_is_over(self):
        agent, _ = self.open(give_up=0.05)
        self.sandbox.answers.extend([(SILENT, None, {})] * 3)
        with self.assertRaises(assent.DisconnectedError):
            agent.call("a")

    def test_what_is_no_event_fails_the_calls(self):
        for data in (b"id: 9\ndata: {\n\n", b"id: 9\ndata: null\n\n", b"data: " + b" " * (10 << 20)):
            with self.subTest(data[:20]):
                self.sandbox = StandIn(self)
                agent, stream = self.open()
                result = in_thread(agent.call, "a")
                self.request()
                stream.put(data)
                with self.assertRaises(assent.DisconnectedError) as raised:
                    result()
                self.assertEqual(raised.exception.code, "BAD_EVENT")


if __name__ == "__main__":
    unittest.main()
