import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createWorker } from "@/lib/server/engine/runs/worker";
import { branchStep, iterationStep, ofItem, readSteps, taskStep } from "../support/branches";
import { ownDatabase, testDatabase } from "../support/database";
import { openAiForAll } from "../support/open-ai";
import { bodies, newWriter, sideEffects, started, toldIn } from "../support/process-runs";
import { loseLease, settled, testWorker } from "../support/sessions";
import { addProcess, newProcess, newTask, newVariable } from "../support/tasks";

ownDatabase();
const standin = openAiForAll();

/** A writer with tasks, whose model answers with `answer`. */
async function withTasks(answer: (told: string) => string, names = ["List", "Write", "Sum"]) {
  const { person, agentId, modelId } = await newWriter(standin().key);
  const ids: string[] = [];
  for (const name of names) ids.push(await newTask(person, name, { agentId, description: `${name} it.` }));
  const told: string[] = [];
  standin().behave((request) => {
    told.push(toldIn(request));
    return { text: answer(told.at(-1) ?? "") };
  });
  return { person, agentId, modelId, ids, told };
}

describe("an iteration", () => {
  beforeAll(() => testWorker());

  it("runs its tasks for each item of a list, and passes all outputs on", async () => {
    const { person, ids, told } = await withTasks((text) =>
      text.includes("List it") ? '["ants","bees","cats"]' : text.includes("Item 2 of 3") ? "about bees" : "written",
    );
    const [list = "", write = "", sum = ""] = ids;
    const appId = await newProcess(person, [], {
      flow: {
        steps: [
          taskStep(list),
          iterationStep("branch_1", { sourceTaskId: list, concurrency: 2 }),
          taskStep(write, [list], ofItem("branch_1")),
          taskStep(sum, [write]),
        ],
      },
    });
    const sessionId = await started(person, appId);
    expect(await settled(person, sessionId)).toMatchObject({ status: "completed" });
    const steps = await readSteps(person, sessionId);
    expect([steps[0], ...steps.slice(1, 4).sort(), ...steps.slice(4)]).toEqual([
      "List",
      "Write (item 1)",
      "Write (item 2)",
      "Write (item 3)",
      "Route branch_1",
      "Sum",
    ]);
    expect(told.find((one) => one.includes("Sum it"))).toContain(
      "Output of the task “Write (item 2)”:\\n\\nabout bees",
    );
    expect(told.some((one) => one.includes("Item 3 of 3:\\n\\ncats"))).toBe(true);
  });
});
