"""DemoBot, the agent of the whole way: it hears what its user writes at the sandbox, asks
their desk for what it needs, and answers."""

import os
import re

import assent

SITE = re.compile(r"https?://[^\s?]+")


def reply(agent, conversation, text):
    """Returns what DemoBot says to a text."""
    try:
        if site := SITE.search(text):
            page = agent.call("fetch_url", {"url": site[0], "method": "GET"}, conversation_id=conversation)
            words = re.sub(r"<style.*?</style>|<[^>]*>", " ", page["body"], flags=re.DOTALL)
            return f"{site[0]} says: “{' '.join(words.split())[:200]}”"
        place = agent.call("get_location", {}, conversation_id=conversation)
        return f"You are near {place['latitude']:.2f}, {place['longitude']:.2f}."
    except assent.ToolError as error:
        if error.reason == "user_timeout":
            return "You did not answer in time, so I did nothing."
        if error.status == "denied":
            return "All right, I did not do it."
        return f"That did not work: {error.reason}."


def main():
    environment = os.environ
    with assent.connect(environment["ASSENT_AGENT_ID"], sandbox=environment["ASSENT_SANDBOX"], api_key=environment["ASSENT_API_KEY"]) as agent:
        @agent.add_message_handler
        def hear(message):
            conversation = message["conversation_id"]
            agent.send(conversation, {"type": "text", "text": reply(agent, conversation, message["payload"]["text"])})

        print("listening", flush=True)
        agent.wait()


main()
