import { describe, expect, it } from "vitest";
import { apps } from "@/lib/contract/apps/schemas";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { editTask, newAgent, newModel, newProcess, newTask } from "../support/tasks";
import { addTool, editTool, functionTool, madeTool, readTool } from "../support/tools";
import { exported, exportReply, imported, preview, sentencesOf } from "../support/transfers";

const chatOf = async (person: Person, agentId: string): Promise<string> => {
  const body = { name: "Chat", type: "chat", sharingMode: "team", agentId } as const;
  const params = { resourceSlug: person.slug };
  return String((await expectOk(callAs(apps.add, { token: person.token, params, body })))._id);
};

/** An agent that stays with the first of two revisions of its tool. */
async function pinned(person: Person) {
  const toolId = await madeTool(person, functionTool({}, { name: "Counter" }));
  const [first] = (await readTool(person, toolId)).revisions;
  const agentId = await newAgent(person, "Writer", await newModel(person), {
    toolIds: [toolId],
    toolRevisions: { [toolId]: first?._id },
  });
  const before = await exported(person, await chatOf(person, agentId));
  await expectOk(editTool(person, toolId, functionTool({ code: "export default () => 3" }, { name: "Counter" })));
  return { toolId, before, text: await exported(person, await chatOf(person, agentId)) };
}

describe("an agent that uses another revision of a tool than the applied one", () => {
  it("is told in the file and after an import of it, and is not pinned there", async () => {
    const [ada, bob] = [await newPerson(), await newPerson()];
    await newModel(bob);
    const { text, before } = await pinned(ada);
    expect(before).not.toContain("pinned");
    expect(text).toContain(
      "# The agent “Writer” uses a different revision of the tool “Counter”. This file contains the applied one.",
    );
    expect(text).toMatch(/ {4}pinned:\n {6}- Counter\n/);
    const said = "Test the agent “Writer”. The original uses a different revision of “Counter” than the file.";
    const looked = await preview(bob, { text });
    expect(looked.todo).toEqual([{ message: said, href: null }]);
    expect(looked.parts.find(({ kind }) => kind === "agent")?.after).not.toContain("pinned");
    const { _id, todo } = await imported(bob, { text });
    expect(todo).toEqual([{ message: said, href: expect.stringMatching(`^/${bob.slug}/agent/agent_`) }]);
    expect(await exported(bob, _id)).not.toContain("pinned");
    expect((await preview(ada, { text })).changes).toBe(false);
  });

  it("is told where an import replaces the tool, as it goes on with its own", async () => {
    const ada = await newPerson();
    const { toolId, text } = await pinned(ada);
    const sent = { text: text.replace("() => 3", "() => 4"), choices: { "tool:Counter": "replace" } };
    const said = "“Writer” is pinned to another revision of “Counter”. Choose the new one in the agent.";
    const { todo } = await imported(ada, sent);
    expect(todo).toEqual([{ message: said, href: `/${ada.slug}/tool/${toolId}` }]);
    const { agents, revisions } = await readTool(ada, toolId);
    expect(agents).toMatchObject([{ name: "Writer", revisionId: revisions.at(-1)?._id }]);
  });
});

describe("an export that no import would take is refused", () => {
  it("for more parts of a kind than a file may have", async () => {
    const ada = await newPerson();
    const modelId = await newModel(ada);
    const definition = { builtin: "calculator", settings: {} };
    const ids: string[] = [];
    for (let i = 0; i < 201; i += 1)
      ids.push(String((await expectOk(addTool(ada, { name: `Tool ${i}`, type: "builtin", definition })))._id));
    const taskIds: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      const toolIds = ids.slice(i * 67, (i + 1) * 67);
      taskIds.push(await newTask(ada, `Task ${i}`, { agentId: await newAgent(ada, `Agent ${i}`, modelId), toolIds }));
    }
    const reply = await exportReply(ada, await newProcess(ada, taskIds));
    expect(reply.status).toBe(409);
    expect(sentencesOf(reply)).toEqual([
      "This app has more than 200 tools, the maximum for a file. Split it into several apps.",
    ]);
    await exported(ada, await newProcess(ada, taskIds.slice(1)));
  });

  it("for a process that can't be worked", async () => {
    const ada = await newPerson();
    const taskId = await newTask(ada, "Write", { agentId: await newAgent(ada, "Writer", await newModel(ada)) });
    const appId = await newProcess(ada, [taskId]);
    await expectOk(editTask(ada, taskId, { agentId: null }));
    const reply = await exportReply(ada, appId);
    expect(reply.status).toBe(409);
    expect(sentencesOf(reply)).toEqual(["This app can't be exported. Check the task “Write”: This task has no agent."]);
  });
});
