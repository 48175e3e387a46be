"""A dozen cases for a small agent, against a real Assent: `python3 -m unittest`, with
assentctl on the PATH or named by ASSENTCTL."""

import threading
import unittest

import assent

import librarian
from desk import TIMEOUT, Desk

ANSWERS = {
    "review": {"librarian*": "all", "stranger": []},
    "answers": [
        {"conversation": "refused", "answer": "deny", "message": "not today"},
        {"conversation": "revoked", "answer": "always_deny"},
        {"conversation": "once", "answer": "allow_once"},
        {"conversation": "nobody", "answer": "none"},
        {"answer": "allow", "breadth": "scope"},
    ],
}
NOTES = {"notes/milk.md": "buy milk\n", "notes/copy.md": "buy milk\n", "notes/bread.md": "buy bread\n", ".ssh/id_ed25519": "a key\n"}


class Librarian(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(ANSWERS, NOTES)
        cls.addClassCleanup(cls.desk.stop)

    def agent(self, conversation, agent_id="librarian", **options):
        agent = self.desk.agent(agent_id, conversation, librarian.MANIFEST, **options)
        self.addCleanup(agent.close)
        return agent

    def begin(self, conversation, path, cancel=None):
        """Begins to read a note; returns what waits for the words, once the user was asked."""
        said = []
        agent = self.agent(conversation)
        thread = threading.Thread(target=lambda: said.append(librarian.read(agent, path, cancel)))
        thread.start()
        self.desk.seen(conversation, "question")

        def words():
            thread.join(TIMEOUT)
            return said[0]

        return words

    def test_it_reads_a_note_that_the_user_allows(self):
        self.assertEqual(librarian.read(self.agent("allowed"), "~/notes/milk.md"), "buy milk")

    def test_it_is_not_asked_about_again(self):
        agent = self.agent("again")
        for _ in range(3):
            librarian.read(agent, "~/notes/milk.md")
        self.assertEqual(self.desk.seen("again", "end", 3), ["question", "answer", "end", "end", "end"])

    def test_allowed_once_is_asked_about_again(self):
        agent = self.agent("once")
        for _ in range(2):
            self.assertEqual(librarian.read(agent, "~/notes/milk.md"), "buy milk")
            self.assertEqual(self.desk.seen("once", "end"), ["question", "answer", "end"])

    def test_it_passes_on_what_the_user_said_with_a_no(self):
        self.assertEqual(librarian.read(self.agent("refused"), "~/notes/milk.md"), "You said no. (not today)")

    def test_it_says_what_to_do_when_a_permission_was_taken_away(self):
        agent = self.agent("revoked", "librarian-2")
        self.assertEqual(librarian.read(agent, "~/notes/milk.md"), "You said no.")
        self.assertEqual(librarian.read(agent, "~/notes/milk.md"), "You took that permission away. You can give it back in Assent.")

    def test_it_says_so_when_nothing_was_granted(self):
        self.assertEqual(librarian.read(self.agent("allowed", "stranger"), "~/notes/milk.md"), "You have not allowed me to read files.")

    def test_it_waits_for_a_user_who_is_away_no_longer_than_assent_does(self):
        words = self.begin("nobody", "~/.ssh/id_ed25519")  # on the care list: high, 30 seconds
        self.desk.advance("31s")
        self.assertEqual(words(), "You did not answer in time.")

    def test_it_gives_up_and_takes_its_question_back(self):
        cancel = assent.Cancellation()
        words = self.begin("nobody", "~/notes/bread.md", cancel)
        cancel.set()
        self.assertEqual(words(), "I waited long enough.")
        self.desk.seen("nobody", "withdrawn")

    def test_a_note_that_is_not_there(self):
        self.assertEqual(librarian.read(self.agent("allowed"), "~/notes/none.md"), "There is no such note.")

    def test_a_folder_is_no_note(self):
        self.assertEqual(librarian.read(self.agent("allowed"), "~/notes"), "I cannot read it: not_a_file.")

    def test_it_reads_nothing_in_a_group(self):
        agent = self.agent("group", conversation_type="h2g")
        self.assertEqual(librarian.read(agent, "~/notes/milk.md"), "I read notes only when we are alone.")

    def test_it_compares_notes_read_at_once(self):
        agent = self.agent("allowed")
        self.assertEqual(librarian.compare(agent, "~/notes/milk.md", "~/notes/copy.md"), "They are the same.")
        self.assertEqual(librarian.compare(agent, "~/notes/milk.md", "~/notes/bread.md"), "They differ.")

    def test_a_crash_of_assent_runs_nothing_and_is_no_end(self):
        words = self.begin("nobody", "~/notes/milk.md")
        self.desk.kill()
        self.desk.start()
        self.assertEqual(words(), "Assent was closed before you could answer. Ask me again.")
        self.assertEqual(librarian.read(self.agent("allowed"), "~/notes/milk.md"), "buy milk")


if __name__ == "__main__":
    unittest.main()
