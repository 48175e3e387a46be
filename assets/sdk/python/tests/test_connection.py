import queue
import unittest

import assent
from tests.stand_in import StandIn, in_thread


class Connections(unittest.TestCase):
    def setUp(self):
        self.assent = StandIn(self)

    def test_where_nobody_listens_connect_raises(self):
        with self.assertRaisesRegex(assent.DisconnectedError, "start assent") as raised:
            assent.connect("agent-1", socket="/nowhere/s")
        self.assertEqual(raised.exception.code, "UNREACHABLE")
        self.assertIsInstance(raised.exception, ConnectionError)

    def test_a_call_is_sent_again_with_its_call_id_when_assent_comes_back(self):
        agent = self.assent.agent()
        result = in_thread(agent.call, "a", {"n": 1})
        [first] = self.assent.received(1)
        self.assent.write(b'{"type":"message","agent_id":"agent-1","conversa')  # half a line, and the end
        self.assent.die()
        self.assent.listen()
        again = self.assent.received(2)[1]
        self.assertEqual(again, first)
        self.assent.answer(again, status="ok", result=1)
        self.assertEqual(result(), 1)

    def test_an_agent_without_a_call_connects_anew_at_its_next_one(self):
        agent = self.assent.agent()
        for n in (1, 2):
            result = in_thread(agent.call, "a")
            self.assent.answer(self.assent.received(n)[-1], status="ok", result=n)
            self.assertEqual(result(), n)
            self.assent.die()
            self.assent.listen()

    def test_an_assent_that_stays_away_fails_the_calls_and_what_waits_at_a_handler(self):
        agent = self.assent.agent(give_up=0.1)
        events = queue.Queue()
        agent.add_event_handler(events.put)
        agent.send_artifact({"subtype": "tool_call", "call_id": "raw", "tool_name": "a", "arguments": {}})
        result = in_thread(agent.call, "b")
        self.assent.received(2)
        self.assent.die()
        with self.assertRaises(assent.DisconnectedError):
            result()
        event = events.get(timeout=10)
        self.assertEqual((event["artifact"]["call_id"], event["payload"]["status"], event["payload"]["reason"]), ("raw", "error", "unreachable"))

    def test_the_error_line_before_an_end_says_why(self):
        agent = self.assent.agent(give_up=0)
        result = in_thread(agent.call, "a")
        self.assent.received(1)
        self.assent.say({"type": "error", "code": "TOO_MANY_HOSTS", "message": "256 connections are open"})
        self.assent.die()
        with self.assertRaisesRegex(assent.DisconnectedError, "256 connections") as raised:
            result()
        self.assertEqual(raised.exception.code, "TOO_MANY_HOSTS")

    def test_a_line_that_is_not_the_protocols_fails_the_calls_at_once(self):
        for data in (b"{\n", b"null\n", b'"\xff"\n', b"[" * 100_000 + b"\n", b" " * ((8 << 20) + 2)):
            with self.subTest(data[:9]):
                standin = StandIn(self)
                result = in_thread(standin.agent().call, "a")
                standin.received(1)
                try:
                    standin.write(data)
                except OSError:
                    pass  # it was cut off before the end
                with self.assertRaises(assent.DisconnectedError) as raised:
                    result()
                self.assertEqual(raised.exception.code, "BAD_LINE")

    def test_a_long_line_comes_through(self):
        result = in_thread(self.assent.agent().call, "a")
        [call] = self.assent.received(1)
        self.assent.answer(call, status="ok", result="x" * (7 << 20))
        self.assertEqual(len(result()), 7 << 20)

    def test_close_fails_what_is_open_and_ends_the_agent(self):
        with self.assent.agent() as agent:
            result = in_thread(agent.call, "a")
            self.assent.received(1)
        for call in (result, lambda: agent.call("b")):
            with self.assertRaises(assent.DisconnectedError) as raised:
                call()
            self.assertEqual(raised.exception.code, "CLOSED")
        agent.wait()

    def test_a_manifest_is_offered_with_its_hash_again_after_an_end_and_answered_by_its_relation(self):
        agent = self.assent.agent()
        taken = in_thread(agent.offer_manifest, {"schema_version": "1.0", "tools": []}, version=3, name="Demo")
        [offer] = self.assent.received(1)
        self.assertEqual(offer, {"type": "manifest", "agent_id": "agent-1", "agent_name": "Demo", "manifest_version": 3, "manifest": {"schema_version": "1.0", "tools": []},
                                 "manifest_hash": "c0c9640642b7b04ca1fc05fcc649078fb822db873f06c4cf2863abb206646d24"})
        self.assent.die()
        self.assent.listen()
        self.assertEqual(self.assent.received(2)[1], offer)
        self.assent.say({"type": "relation", "agent_id": "agent-1", "manifest_version": 2, "granted_scopes": []})  # of a change before it
        self.assent.say({"type": "relation", "agent_id": "agent-1", "manifest_version": 3, "granted_scopes": ["a:b"]})
        self.assertEqual(taken()["granted_scopes"], ["a:b"])

    def test_a_manifest_that_is_refused_raises_with_every_place_that_is_wrong(self):
        agent = self.assent.agent()
        taken = in_thread(agent.offer_manifest, {})
        self.assent.received(1)
        details = [{"path": "/tools", "message": "is missing"}]
        self.assent.say({"type": "error", "code": "MANIFEST_INVALID", "message": "The manifest is not valid.", "agent_id": "agent-1", "details": details})
        with self.assertRaises(assent.RefusedError) as raised:
            taken()
        self.assertEqual((raised.exception.code, raised.exception.details), ("MANIFEST_INVALID", details))


if __name__ == "__main__":
    unittest.main()
