import queue
import unittest

import assent
from tests.stand_in import StandIn, call_id, envelope, in_thread


class Calls(unittest.TestCase):
    def setUp(self):
        self.assent = StandIn(self)
        self.agent = self.assent.agent()

    def begin(self, count, tool, *args, **options):
        """Begins a call and returns what waits for it, and its line."""
        result = in_thread(self.agent.call, tool, *args, **options)
        return result, self.assent.received(count)[-1]

    def test_a_call_gives_its_result(self):
        result, call = self.begin(1, "read_file", {"path": "/a"}, timeout_ms=5000)
        self.assent.answer(call, status="ok", result={"content": "é"})
        self.assertEqual(result(), {"content": "é"})
        artifact = call["payload"]["artifact"]
        self.assertEqual((call["agent_id"], call["conversation_id"], call["conversation_type"], call["msg_subtype"]), ("agent-1", "c-1", "h2a", "artifact_tool_call"))
        self.assertEqual(artifact["payload"], {"call_id": artifact["artifact_id"], "tool_name": "read_file", "arguments": {"path": "/a"}, "timeout_ms": 5000})

    def test_a_no_raises_with_its_fields(self):
        result, call = self.begin(1, "read_file")
        self.assent.answer(call, status="denied", reason="user_rejected", message="not today")
        with self.assertRaises(assent.ToolError) as raised:
            result()
        error = raised.exception
        self.assertEqual((str(error), error.status, error.reason, error.detail, error.call_id), ("tool denied: user_rejected", "denied", "user_rejected", "not today", call_id(call)))

    def test_answers_in_another_order_find_their_calls(self):
        results = [in_thread(self.agent.call, tool) for tool in "abc"]
        for call in reversed(self.assent.received(3)):
            self.assent.answer(call, status="ok", result=call["payload"]["artifact"]["payload"]["tool_name"])
        self.assertEqual([result() for result in results], list("abc"))

    def test_an_error_line_settles_the_call_that_it_names_and_no_other(self):
        bad, first = self.begin(1, "a")
        good, second = self.begin(2, "b", conversation_id="c-2")
        self.assent.say({"type": "error", "code": "BAD_MESSAGE", "message": "no", "call_id": call_id(first)})
        with self.assertRaisesRegex(assent.ToolError, "tool error: bad_message"):
            bad()
        self.assent.answer(second, status="ok", result=1)
        self.assertEqual(good(), 1)

    def test_a_handler_of_either_page_understands_an_event(self):
        events = queue.Queue()
        remove = self.agent.add_event_handler(events.put)
        self.agent.send_artifact("c-1", {"artifact": {"artifact_id": "n", "subtype": "tool_call", "payload": {"call_id": "n", "tool_name": "a", "arguments": {}}}})
        self.agent.send_artifact({"subtype": "tool_call", "call_id": "f", "tool_name": "a", "arguments": {}})
        nested, flat = self.assent.received(2)
        self.assent.answer(nested, status="denied", reason="permission_revoked")
        self.assent.say({**envelope(flat), "payload": {"type": "artifact", "artifact": {"subtype": "tool_response", "call_id": "f", "status": "denied", "reason": "user_refused"}}})
        for want in [("n", "scope_not_granted", "permission_revoked"), ("f", "user_refused", "user_rejected")]:
            event = events.get(timeout=10)
            self.assertEqual((event["type"], event["artifact"]["subtype"], event["payload"]["ref_artifact_subtype"]), ("artifact_response", "tool_response", "tool_response"))
            self.assertEqual((event["artifact"]["call_id"], event["artifact"]["reason"], event["payload"]["reason"]), want)
        remove()

    def test_a_handler_may_call_and_wait_and_fail(self):
        done = queue.Queue()

        def handler(event):
            if event["type"] == "relation":
                done.put(self.agent.call("a"))
                raise ValueError("the program's own fault")

        self.agent.add_event_handler(handler)
        with self.assertLogs("assent"):
            in_thread(self.agent.call, "first")
            self.assent.received(1)
            self.assent.say({"type": "relation", "agent_id": "agent-1"})
            self.assent.answer(self.assent.received(2)[1], status="ok", result=1)
            self.assertEqual(done.get(timeout=10), 1)
            self.agent.close()

    def test_the_socket_has_no_chat(self):
        with self.assertRaisesRegex(NotImplementedError, "no chat"):
            self.agent.send("c-1", {"type": "text", "text": "hello"})
        with self.assertRaisesRegex(NotImplementedError, "no chat"):
            self.agent.send_artifact({"subtype": "form"})

    def test_what_no_line_can_hold_is_refused_before_it_is_sent(self):
        for arguments, error in [({"text": "x" * (1 << 20)}, ValueError), ({"text": float("nan")}, ValueError), ({"text": object()}, TypeError), ({"text": "\ud800"}, ValueError)]:
            with self.assertRaises(error):
                self.agent.call("a", arguments)
        with self.assertRaisesRegex(ValueError, "conversation_id"):
            self.agent.call("a", conversation_id="ü")
        with self.assertRaisesRegex(ValueError, "call_id"):
            self.agent.send_artifact({"subtype": "tool_call"})
        with self.assertRaisesRegex(ValueError, "subtype"):
            self.agent.send_artifact({})
        self.assertEqual((self.assent.lines, self.agent.unanswered()), ([], []))

    def test_a_cancellation_withdraws_the_call(self):
        cancel = assent.Cancellation()
        result, call = self.begin(1, "a", cancel=cancel)
        cancel.set()
        with self.assertRaises(assent.Cancelled):
            result()
        self.assertEqual(self.assent.received(2)[1], {"type": "withdraw", "agent_id": "agent-1", "conversation_id": "c-1", "call_id": call_id(call)})
        self.assent.answer(call, status="error", reason="interrupted")  # what Assent says then is nobody's any more
        with self.assertRaises(assent.Cancelled):
            self.agent.call("b", cancel=cancel)  # one that is set already: nothing is sent
        result, call = self.begin(3, "c", cancel=assent.Cancellation.after(3600))
        self.assent.answer(call, status="ok", result=2)
        self.assertEqual(result(), 2)

    def test_time_withdraws_a_call(self):
        with self.assertRaises(assent.Cancelled):
            self.agent.call("a", cancel=assent.Cancellation.after(0.02))


if __name__ == "__main__":
    unittest.main()
