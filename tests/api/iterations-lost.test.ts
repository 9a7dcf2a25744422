import "@/lib/server/resources/tools/agent-tools";
import { expect, it, onTestFinished } from "vitest";
import { createWorker } from "@/lib/server/engine/runs/worker";
import { iterationStep, ofItem, readSteps, taskStep } from "../support/branches";
import { ownDatabase, testDatabase } from "../support/database";
import { openAiForAll } from "../support/open-ai";
import { bodies, newWriter, sideEffects, started, toldIn } from "../support/process-runs";
import { loseLease, say, settled } from "../support/sessions";
import { newProcess, newTask, newVariable } from "../support/tasks";

ownDatabase();
const standin = openAiForAll();

it("an iteration whose worker was lost continues with the items that weren't finished, of the same list", async () => {
  const { person, agentId } = await newWriter(standin().key);
  const made = sideEffects(["bob"]);
  const names = await newVariable(person, "names");
  const pay = await newTask(person, "Pay", { agentId, description: "Pay.", outputVariableId: names });
  const sum = await newTask(person, "Sum", { agentId, description: "Sum up." });
  const steps = [
    iterationStep("branch_1", { variable: "names" }),
    taskStep(pay, [], ofItem("branch_1")),
    taskStep(sum, [pay]),
  ];
  const appId = await newProcess(person, [], { flow: { steps } });
  standin().behave((request) => {
    const { messages } = request.body as unknown as { messages: { role: string }[] };
    const to = /Item \d of 3:\\n\\n(\w+)/.exec(toldIn(request))?.[1];
    if (!to || messages.at(-1)?.role === "tool") return { text: `Paid ${to}.` };
    return { tools: [{ name: "pay", input: { to } }] };
  });
  const sessionId = await started(person, appId, { variables: { names: "ann\nbob\ncid" } });
  await expect.poll(() => made).toEqual(["ann", "bob"]);
  await loseLease(sessionId);
  const { db } = await testDatabase();
  const other = createWorker(db, "worker-iterations", { pollMs: 20 });
  onTestFinished(() => other.stop());
  expect((await settled(person, sessionId)).status).toBe("waiting");
  const [request] = await bodies(person, sessionId, "input_request");
  expect(request).toMatchObject({ kind: "repeat", taskId: `${pay}.2` });
  await say(person, sessionId, { requestId: request?.requestId, decision: "approve" });
  expect((await settled(person, sessionId)).status).toBe("completed");
  expect(made).toEqual(["ann", "bob", "bob", "cid"]);
  expect(await readSteps(person, sessionId)).toEqual([
    "Pay (item 1)",
    "Pay (item 2)",
    "Pay (item 3)",
    "Route branch_1",
    "Sum",
  ]);
  expect((await bodies(person, sessionId, "task")).filter(({ state }) => state === "items")).toHaveLength(1);
});
