import { beforeAll, describe, expect, it } from "vitest";
import { fromItemId } from "@/lib/contract/session-events/item-id";
import { branchStep, inCase, iterationStep, ofItem, readSteps, taskStep } from "../support/branches";
import { expectOk, type Person } from "../support/client";
import { ownDatabase } from "../support/database";
import { connect } from "../support/mcp-client";
import { openAiForAll } from "../support/open-ai";
import { bodies, newWriter, started, taskEvents, toldIn } from "../support/process-runs";
import { publish } from "../support/publications";
import { readSession, say, settled, testWorker } from "../support/sessions";
import { addProcess, newProcess, newTask, newVariable } from "../support/tasks";

ownDatabase();
beforeAll(() => testWorker());
const standin = openAiForAll();

/** A writer whose model answers tasks by name, and all that it was told. */
async function newTeam(answers: Record<string, string> = {}) {
  const { person, agentId, modelId } = await newWriter(standin().key);
  const told: string[] = [];
  standin().behave((request) => {
    const text = toldIn(request);
    told.push(text);
    const found = Object.entries(answers).find(([name]) => text.includes(`Your task: ${name}`));
    return { text: found?.[1] ?? "Done.", ttftMs: 10 };
  });
  const task = (name: string, more: object = {}) => newTask(person, name, { agentId, description: name, ...more });
  return { person, task, told, modelId };
}

async function run(person: Person, steps: object[], variables: Record<string, string> = {}) {
  const appId = await newProcess(person, [], { flow: { steps } });
  const sessionId = await started(person, appId, { variables });
  const { status, lastRun } = await settled(person, sessionId);
  return { sessionId, status, reason: lastRun?.reason, steps: await readSteps(person, sessionId) };
}

/** How many items were worked on at the same time. */
function countParallel(events: readonly string[]): number {
  const open = new Set<number>();
  let most = 0;
  for (const event of events) {
    const [state, id = ""] = event.split(" ");
    const { item } = fromItemId(id);
    if (item === null) continue;
    if (state === "started") open.add(item);
    else if (state === "finished") open.delete(item);
    most = Math.max(most, open.size);
  }
  return most;
}

describe("an iteration", () => {
  it("runs its tasks for each item of a list, and passes all outputs on", async () => {
    const { person, task, told } = await newTeam({ List: '```json\n["ants", {"name": "bees"}, "cats"]\n```' });
    const [list, write, sum] = [
      await task("List"),
      await task("Write about {item} ({item_number})"),
      await task("Sum"),
    ];
    const { sessionId, status, steps } = await run(person, [
      taskStep(list),
      iterationStep("branch_1", { sourceTaskId: list, concurrency: 2 }),
      taskStep(write, [list], ofItem("branch_1")),
      taskStep(sum, [write]),
    ]);
    expect(status).toBe("completed");
    const name = "Write about {item} ({item_number})";
    const written = [1, 2, 3].map((item) => `${name} (item ${item})`);
    expect([steps[0], ...steps.slice(1, 4).sort(), ...steps.slice(4)]).toEqual([
      "List",
      ...written,
      "Route branch_1",
      "Sum",
    ]);
    expect(told.join()).toContain("Your task: Write about ants (1)");
    expect(told.join()).toContain('Item 2 of 3:\\n\\n{\\"name\\":\\"bees\\"}');
    for (const one of written) expect(told.at(-1)).toContain(`Output of the task “${one}”:\\n\\nDone.`);
    expect(countParallel(await taskEvents(person, sessionId))).toBe(2);
    expect((await bodies(person, sessionId, "message")).filter(({ inner, role }) => !inner && role !== "user")).toEqual(
      [expect.objectContaining({ taskId: sum, text: "Done." })],
    );
  });

  it("decides branches for each item, and lets later ones read all outputs", async () => {
    const { person, task } = await newTeam({ Praise: "yes", Scold: '{"tone": "stern"}' });
    const [praise, scold, close] = [await task("Praise"), await task("Scold"), await task("Close")];
    const cases = [{ id: "good", name: "Good", operator: "startsWith", value: "g" }];
    // In the iteration, the name is that of the current item.
    await newVariable(person, "item", "", { secret: true });
    const { steps } = await run(
      person,
      [
        iterationStep("branch_1", { variable: "words" }),
        branchStep("branch_2", { variable: "item", cases }, ofItem("branch_1")),
        taskStep(praise, [], inCase("branch_2", "good")),
        taskStep(scold, [], inCase("branch_2", "default")),
        branchStep("branch_3", {
          sourceTaskId: scold,
          after: [praise],
          field: "0.tone",
          cases: [{ id: "s", name: "S", value: "stern" }],
        }),
        taskStep(close, [], inCase("branch_3", "s")),
      ],
      { words: "- bad\n\n 2) good " },
    );
    expect(steps).toContain("Route branch_1");
    expect(steps.filter((step) => step !== "Route branch_1")).toEqual([
      "Route branch_2 (item 1): Otherwise",
      "Scold (item 1)",
      "Route branch_2 (item 2): Good",
      "Praise (item 2)",
      "Route branch_3: S",
      "Close",
    ]);
  });

  it("classifies items, which needs no task and no instructions", async () => {
    const { person, task, modelId } = await newTeam({ "Choose the case": '{"case": "Plant"}', Water: "Watered." });
    const water = await task("Water");
    const { steps } = await run(
      person,
      [
        iterationStep("branch_1", { variable: "words" }),
        branchStep("branch_2", { modelId, cases: [{ id: "plant", name: "Plant" }] }, ofItem("branch_1")),
        taskStep(water, [], inCase("branch_2", "plant")),
      ],
      { words: "moss" },
    );
    expect(steps).toEqual(["Route branch_2 (item 1): Plant", "Water (item 1)", "Route branch_1"]);
  });

  it("asks for input for each item, and continues with the ones that have it", async () => {
    const { person, task, told } = await newTeam();
    const [ask, send] = [await task("Ask", { requiresHumanInput: true }), await task("Send")];
    const steps = [
      iterationStep("branch_1", { variable: "words", concurrency: 2 }),
      taskStep(ask, [], ofItem("branch_1")),
      taskStep(send, [ask], ofItem("branch_1")),
    ];
    const { sessionId, status } = await run(person, steps, { words: "one\ntwo\nthree" });
    expect(status).toBe("waiting");
    const findRequests = () => bodies(person, sessionId, "input_request");
    const listNames = async () => (await findRequests()).map(({ name }) => name).sort();
    const respond = async (item: number, input: string) => {
      const request = (await findRequests()).find(({ name }) => name === `Ask (item ${item})`);
      await expectOk(say(person, sessionId, { requestId: request?.requestId, decision: "respond", input: { input } }));
      return settled(person, sessionId);
    };
    expect(await listNames()).toEqual(["Ask (item 1)", "Ask (item 2)"]);
    expect(await findRequests()).toContainEqual(expect.objectContaining({ name: "Ask (item 2)", item: "two" }));
    await respond(2, "second");
    expect(await respond(1, "first")).toMatchObject({ status: "waiting" });
    expect(await listNames()).toEqual(["Ask (item 1)", "Ask (item 2)", "Ask (item 3)"]);
    const second = told.filter((text) => text.includes("Your task: Ask") && text.includes("second"));
    expect(second.map((text) => text.includes("Item 2 of 3:"))).toEqual([true]);
    expect(await respond(3, "third")).toMatchObject({ status: "completed" });
    expect(await readSteps(person, sessionId)).toHaveLength(7);
  });

  it("works on one item after another when its tasks pass a variable on, and names files by item", async () => {
    const { person, task, told } = await newTeam({ Judge: "fine" });
    const mood = await newVariable(person, "mood", "none");
    const judge = await task("Judge", {
      outputVariableId: mood,
      storeTaskOutput: true,
      taskOutputFileName: "mood.v2.txt",
    });
    const use = await task("Use {mood}");
    const steps = [
      iterationStep("branch_1", { variable: "words", concurrency: 8 }),
      taskStep(judge, [], ofItem("branch_1")),
      taskStep(use, [], ofItem("branch_1")),
    ];
    const { sessionId } = await run(person, steps, { words: '["a","b","c"]' });
    expect(countParallel(await taskEvents(person, sessionId))).toBe(1);
    expect(told.filter((text) => text.includes("Your task: Use fine"))).toHaveLength(3);
    const ends = (await bodies(person, sessionId, "task")).filter(({ state, items }) => state === "finished" && items);
    expect(ends).toMatchObject([{ taskId: "branch_1", items: 3, output: "Done.\n\nDone.\n\nDone." }]);
    const files = (await bodies(person, sessionId, "task")).flatMap(
      ({ file }) => (file as { filename: string })?.filename ?? [],
    );
    expect(files).toEqual(["mood.v2-1.txt", "mood.v2-2.txt", "mood.v2-3.txt"]);
    const later = await run(person, [...steps.slice(0, 2), taskStep(use)], { words: "a\nb" });
    expect(countParallel(await taskEvents(person, later.sessionId))).toBe(1);
  });

  it("ends without its tasks when the list is empty, and fails before the first item when it is no list or too long", async () => {
    const { person, task } = await newTeam({ List: '{"items": [1, 2, 3]}' });
    const [list, write, sum] = [await task("List"), await task("Write"), await task("Sum")];
    const process = (more: object) => [
      ...("sourceTaskId" in more ? [taskStep(list)] : []),
      iterationStep("branch_1", { ...more }),
      taskStep(write, [], ofItem("branch_1")),
      taskStep(sum, [write]),
    ];
    const byName = (more: object, words = "") => run(person, process(more), { words });
    expect(await byName({ variable: "words" })).toMatchObject({
      status: "completed",
      steps: ["Route branch_1", "Sum"],
    });
    expect((await byName({ variable: "unknown" })).reason).toContain(
      "The variable “unknown” has no value or is secret.",
    );
    const noList = await byName({ sourceTaskId: list });
    expect(noList).toMatchObject({ status: "error", steps: ["List"] });
    expect(noList.reason).toBe(
      "The iteration “Route branch_1” failed. The value isn't a list. Enter the field that has the list.",
    );
    const long = await byName({ sourceTaskId: list, field: "items", maxItems: 2 });
    expect(long.reason).toBe(
      "The iteration “Route branch_1” failed. The list has 3 items, and the iteration takes up to 2.",
    );
    expect((await byName({ sourceTaskId: list, field: "items", maxItems: 3 })).steps).toHaveLength(6);
  });

  it("stops the other items when one fails, and names it", async () => {
    const { person, task } = await newTeam();
    const check = await task("Check", { structuredOutput: { type: "object", required: ["ok"] } });
    const steps = [iterationStep("branch_1", { variable: "words" }), taskStep(check, [], ofItem("branch_1"))];
    const { sessionId, reason } = await run(person, steps, { words: "one\ntwo" });
    expect(reason).toBe("The task “Check (item 1)” failed. The output was rejected twice (it isn't valid JSON).");
    expect((await readSession(person, sessionId)).status).toBe("error");
    expect((await taskEvents(person, sessionId)).filter((event) => event.endsWith(".2"))).toEqual([]);
  });

  it("gives MCP clients the outputs in the order of the items, and their progress without skipped tasks", async () => {
    const { person, task } = await newTeam();
    standin().behave((request) => {
      const isFirst = toldIn(request).includes("Item 1 of 2");
      return { text: isFirst ? "First." : "Second.", ttftMs: isFirst ? 400 : 1 };
    });
    const steps = [
      iterationStep("branch_1", { variable: "words", concurrency: 2 }),
      taskStep(await task("Write"), [], ofItem("branch_1")),
      branchStep(
        "branch_2",
        { variable: "item", cases: [{ id: "odd", name: "Odd", value: "odd" }] },
        ofItem("branch_1"),
      ),
      branchStep(
        "branch_3",
        { variable: "item", cases: [{ id: "a", name: "A", value: "a" }] },
        inCase("branch_2", "odd"),
      ),
      taskStep(await task("Skipped"), [], inCase("branch_3", "a")),
    ];
    await newVariable(person, "words", "one\ntwo");
    const appId = await newProcess(person, [], { flow: { steps } });
    const client = await connect(await publish(person, { ways: { mcp: true } }, appId), "modern");
    const seen: [number, number | undefined][] = [];
    const onprogress = ({ progress, total }: { progress: number; total?: number }) => void seen.push([progress, total]);
    const { content } = await client.callTool({ name: "process", arguments: {} }, { onprogress });
    expect(content).toEqual([{ type: "text", text: "First.\n\nSecond." }]);
    expect(seen.at(-1)).toEqual([5, 5]);
    await client.close();
  });

  it("is refused with a sentence at the field", async () => {
    const { person, task } = await newTeam();
    const [a, b] = [await task("A"), await task("B")];
    const paths = async (...steps: object[]) => {
      const { status, body } = await addProcess(person, [], { flow: { steps } });
      return [status, ...((body as { issues?: { path: string }[] }).issues ?? []).map(({ path }) => path)];
    };
    const first = iterationStep("branch_1", { variable: "x" });
    expect(await paths(iterationStep("branch_1"), taskStep(a))).toEqual([400, "flow.steps.0.sourceTaskId"]);
    const unusable = iterationStep("branch_1", { variable: "my list" });
    expect(await paths(unusable, taskStep(a))).toEqual([400, "flow.steps.0.variable"]);
    const cases = [{ id: "one", name: "One" }];
    expect(await paths(iterationStep("branch_1", { variable: "x", cases }), taskStep(a))).toEqual([
      400,
      "flow.steps.0.cases",
    ]);
    const many = iterationStep("branch_1", { variable: "x", concurrency: 9, maxItems: 101 });
    expect(await paths(many, taskStep(a))).toEqual([400, "flow.steps.0.concurrency", "flow.steps.0.maxItems"]);
    const inner = iterationStep("branch_2", { variable: "y" }, ofItem("branch_1"));
    expect(await paths(first, inner, taskStep(a, [], ofItem("branch_2")))).toEqual([400, "flow.steps.1.within"]);
    expect(await paths(first, taskStep(a, [], inCase("branch_1", "default")))).toEqual([400, "flow.steps.1.within"]);
    expect(await paths(first, taskStep(a), taskStep(b, [a], ofItem("branch_1")))).toEqual([400, "flow.steps.2.after"]);
    const late = branchStep("branch_2", { sourceTaskId: a, cases: [{ ...cases[0], value: "1" }] }, ofItem("branch_1"));
    expect(await paths(first, taskStep(a), late)).toEqual([400, "flow.steps.2.sourceTaskId"]);
  });
});
