"""The program as tools of the Model Context Protocol, seen by the official client."""

import asyncio

import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

TURTLE = """@prefix : <http://e/> .
:anna a :Woman ; :hasChild :eva . :berta a :Woman ; :hasChild :fritz .
:carla a :Woman . :dora a :Woman . :eva a :Woman . :fritz a :Man .
"""


def session(command, folder, steps):
    """What a coroutine finds out in a session with a server that may read a folder."""

    async def run():
        parameters = StdioServerParameters(command=command, args=["mcp", "--folder", str(folder)])
        async with stdio_client(parameters) as (read, write), ClientSession(read, write) as client:
            await client.initialize()
            return await steps(client)

    return asyncio.run(asyncio.wait_for(run(), 120))


async def call(client, tool, **arguments):
    """The answer of a tool, or the sentence that says why there is none."""
    result = await client.call_tool(tool, arguments)
    data = result.model_dump(by_alias=True)
    if data["isError"]:
        return data["content"][0]["text"]
    return data["structuredContent"]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "open").mkdir()
    (tmp_path / "open" / "people.ttl").write_text(TURTLE)
    (tmp_path / "secret.ttl").write_text(TURTLE)
    (tmp_path / "open" / "link.ttl").symlink_to(tmp_path / "secret.ttl")
    return tmp_path / "open"


def test_a_session_opens_looks_up_learns_explains_and_tests(command, folder):
    async def steps(client):
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == {"open", "look_up", "learn", "explain", "retrieve", "crossval"}
        kb = "people.ttl"
        assert kb in (await call(client, "open"))["can_be_opened"]
        assert (await call(client, "open", kb=kb))["individuals"] == 6
        found = await call(client, "look_up", kb=kb, text="wom", kind="class")
        assert found["found"] == [{"kind": "class", "name": "Woman", "iri": "http://e/Woman", "instances": 5}]
        assert (await call(client, "look_up", kb=kb, text="anna"))["edges"] == [["hasChild", "eva"]]
        examples = {"positives": ["anna", "berta"], "negatives": ["carla", "dora"]}
        learned = await call(client, "learn", kb=kb, **examples)
        assert learned["answer"]["accuracy"] == 1.0
        concept = learned["answer"]["concept"]
        assert (await call(client, "retrieve", kb=kb, concept=concept))["individuals"] == ["anna", "berta"]
        assert (await call(client, "explain", kb=kb, concept=concept, individual="anna"))["member"] is True
        assert (await call(client, "explain", kb=kb, concept=concept, individual="dora"))["missing"]
        tested = await call(client, "crossval", kb=kb, folds=2, **examples)
        assert tested["complete"] and tested["folds"] == 2
        sketch = {"sketch": "Woman and (?r some ?C)"}
        learned = await call(client, "learn", kb=kb, options=sketch, **examples)
        assert learned["learner"] == "sketch" and learned["answer"]["accuracy"] == 1.0

    session(command, folder, steps)


def test_bad_input_gets_one_clear_sentence_and_the_session_goes_on(command, folder):
    async def steps(client):
        kb = "people.ttl"
        for path in ["../secret.ttl", str(folder.parent / "secret.ttl"), "link.ttl", "missing.owl", "/etc/passwd"]:
            assert "there is no file" in await call(client, "open", kb=path)
        assert "is missing" in await call(client, "learn", positives=["anna"])
        assert "no argument `concpt`" in await call(client, "retrieve", kb=kb, concpt="Woman")
        assert "expected a concept" in await call(client, "retrieve", kb=kb, concept="Woman and")
        assert "Woman" in await call(client, "retrieve", kb=kb, concept="Womman")
        assert "unknown examples" in await call(client, "learn", kb=kb, positives=["anne"])
        assert "either" in await call(client, "learn", kb=kb)
        assert "timeout cannot be" in await call(
            client, "learn", kb=kb, positives=["anna"], options={"timeout": "soon"}
        )
        assert "there is no tool" in await call(client, "forget")
        assert (await call(client, "retrieve", kb=kb, concept="Man"))["count"] == 1

    session(command, folder, steps)
