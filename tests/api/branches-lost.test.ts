import "@/lib/server/resources/tools/agent-tools";
import { expect, it, onTestFinished } from "vitest";
import { createWorker } from "@/lib/server/engine/runs/worker";
import { branchStep, readSteps, taskStep } from "../support/branches";
import { ownDatabase, testDatabase } from "../support/database";
import { openAiForAll } from "../support/open-ai";
import { newWriter, sideEffects, started, toldIn } from "../support/process-runs";
import { loseLease, settled } from "../support/sessions";
import { newProcess, newTask } from "../support/tasks";

ownDatabase();

const standin = openAiForAll();

it("a branch that was decided before its worker was lost isn't decided again", async () => {
  const { person, agentId, modelId } = await newWriter(standin().key);
  const made = sideEffects(["bob"]);
  const [read, pay, wait] = [
    await newTask(person, "Read", { agentId, description: "Read the mail." }),
    await newTask(person, "Pay", { agentId, description: "Pay the bill." }),
    await newTask(person, "Wait", { agentId, description: "Wait." }),
  ];
  const cases = [{ id: "bill", name: "Bill" }];
  const steps = [
    taskStep(read),
    branchStep("branch_1", { modelId, cases, after: [read] }),
    taskStep(pay, [], { branch: "branch_1", cases: ["bill"] }),
    taskStep(wait, [], { branch: "branch_1", cases: ["default"] }),
  ];
  const appId = await newProcess(person, [], { flow: { steps } });
  let classified = 0;
  standin().behave((request) => {
    const told = toldIn(request);
    if (told.includes("You are Classifier")) {
      classified += 1;
      // The first one is no case: it is asked for again.
      return { text: classified === 1 ? "Perhaps a bill?" : '{"case": "Bill"}' };
    }
    if (!told.includes("Pay the bill")) return { text: "A bill of bob." };
    const { messages } = request.body as unknown as { messages: { role: string }[] };
    return messages.at(-1)?.role === "tool" ? { text: "Paid." } : { tools: [{ name: "pay", input: { to: "bob" } }] };
  });
  const sessionId = await started(person, appId);
  await expect.poll(() => made).toEqual(["bob"]);
  await loseLease(sessionId);
  const { db } = await testDatabase();
  const other = createWorker(db, "worker-branches", { pollMs: 20 });
  onTestFinished(() => other.stop());
  expect((await settled(person, sessionId)).status).toBe("waiting");
  expect(classified).toBe(2);
  expect(await readSteps(person, sessionId)).toEqual(["Read", "Route branch_1: Bill"]);
});
