import "@/lib/server/resources/tools/agent-tools";
import { describe, expect, it, onTestFinished } from "vitest";
import { createWorker } from "@/lib/server/engine/runs/worker";
import { expectOk } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { openAiForAll } from "../support/open-ai";
import { bodies, newWriter, type Prompted, sideEffects, started, taskEvents, toldIn } from "../support/process-runs";
import { loseLease, say, settled } from "../support/sessions";
import { newProcess, newTask } from "../support/tasks";

ownDatabase();

const standin = openAiForAll();
const team = () => newWriter(standin().key);

describe("a process whose worker is lost", () => {
  it("makes no finished call again, asks about an uncertain one, and goes on from there", async () => {
    const { person, agentId } = await team();
    const made = sideEffects(["bob"]);
    const ids: string[] = [];
    for (const who of ["ann", "bob", "cid"]) {
      const contextTaskIds = ids.slice(-1);
      ids.push(await newTask(person, `Pay ${who}`, { agentId, description: `Pay ${who}`, contextTaskIds }));
    }
    const appId = await newProcess(person, ids);
    standin().behave((request) => {
      const user = JSON.stringify((request.body as unknown as Prompted).messages.find(({ role }) => role === "user"));
      const to = /Your task: Pay (\w+)/.exec(user)?.[1] ?? "";
      const isAnswered = (request.body as unknown as Prompted).messages.at(-1)?.role === "tool";
      return isAnswered ? { text: `${to} is paid.` } : { tools: [{ name: "pay", input: { to } }] };
    });
    const sessionId = await started(person, appId);
    await expect.poll(() => made).toEqual(["ann", "bob"]);
    await loseLease(sessionId);
    const { db } = await testDatabase();
    const other = createWorker(db, "worker-process", { pollMs: 20 });
    onTestFinished(() => other.stop());
    expect((await settled(person, sessionId)).status).toBe("waiting");
    expect(made).toEqual(["ann", "bob"]);
    const [request] = await bodies(person, sessionId, "input_request");
    expect(request).toMatchObject({ kind: "repeat", name: "pay", input: { to: "bob" }, taskId: ids[1] });
    await expectOk(
      say(person, sessionId, { requestId: String(request?.requestId), decision: "reject", reason: "Seen." }),
    );
    expect((await settled(person, sessionId)).status).toBe("completed");
    expect(made).toEqual(["ann", "bob", "cid"]);
    expect((await taskEvents(person, sessionId)).filter((event) => event.startsWith("started"))).toHaveLength(3);
  });

  it("goes on within delegated work after a crash, without making its finished calls again", async () => {
    const { person, modelId, agentId } = await team();
    const made = sideEffects(["bob"]);
    const taskId = await newTask(person, "Launch", { description: "Launch it." });
    const appId = await newProcess(person, [taskId], {
      process: "hierarchical",
      managerModelId: modelId,
      agentIds: [agentId],
    });
    standin().behave((request) => {
      const { messages } = request.body as unknown as Prompted;
      const results = messages.filter(({ role }) => role === "tool").length;
      if (toldIn(request).includes("You are Manager"))
        return results === 0
          ? { tools: [{ name: "delegate_work", input: { agent: "Writer", work: "Pay both." } }] }
          : { text: "Launched." };
      const [to] = ["ann", "bob"].slice(results);
      return to ? { tools: [{ name: "pay", input: { to } }] } : { text: "Both are paid." };
    });
    const sessionId = await started(person, appId);
    await expect.poll(() => made).toEqual(["ann", "bob"]);
    await loseLease(sessionId);
    const { db } = await testDatabase();
    const other = createWorker(db, "worker-delegated", { pollMs: 20 });
    onTestFinished(() => other.stop());
    expect((await settled(person, sessionId)).status).toBe("waiting");
    const [request] = await bodies(person, sessionId, "input_request");
    expect(request).toMatchObject({ kind: "repeat", input: { to: "bob" } });
    await expectOk(say(person, sessionId, { requestId: String(request?.requestId), decision: "approve" }));
    expect((await settled(person, sessionId)).status).toBe("completed");
    expect(made).toEqual(["ann", "bob", "bob"]);
    expect((await bodies(person, sessionId, "tool_result")).at(-1)).toMatchObject({ output: "Both are paid." });
  });
});
