import "@/lib/server/resources/tools/agent-tools";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { examples } from "@/components/import-export/examples";
import { demoLabel } from "@/lib/constants/demo";
import { expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase } from "../support/database";
import { ownerOn } from "../support/plans";
import { newSession, readLog, readMessages, say, settled, testWorker } from "../support/sessions";
import { newModel } from "../support/tasks";
import { imported, preview } from "../support/transfers";

ownDatabase();
let stop: (() => Promise<void>) | undefined;
beforeAll(async () => {
  stop = (await testWorker()).stop;
});
afterAll(() => stop?.());

type Body = Record<string, unknown>;
const textOf = (file: string) => readFileSync(`public/examples/${file}.yaml`, "utf8");
const bodies = async (person: Person, sessionId: string, kind: string) =>
  (await readLog(person, sessionId)).filter((event) => event.kind === kind).map(({ body }) => body as Body);

/** The example in a team that has the offline model alone, begun and asked for its form. */
async function begun(file: string) {
  const person = await newPerson();
  await newModel(person, { model: "demo-chat" });
  const { _id, todo } = await imported(person, { text: textOf(file) });
  expect(todo).toEqual([]);
  expect(await preview(person, { text: textOf(file) })).toMatchObject({ changes: false, problems: [] });
  const sessionId = await newSession(person, _id);
  await expectOk(say(person, sessionId, {}));
  expect((await settled(person, sessionId)).status).toBe("waiting");
  const asked = async () => (await bodies(person, sessionId, "input_request")).at(-1) ?? {};
  const answer = async (body: object) => {
    await expectOk(
      say(person, sessionId, { requestId: String((await asked()).requestId), decision: "respond", ...body }),
    );
    return settled(person, sessionId, 60_000);
  };
  return { person, sessionId, asked, answer };
}

const results = async (person: Person, sessionId: string) =>
  (await bodies(person, sessionId, "tool_result")).map(({ name, output, error }) => [name, output ?? error]);
const files = async (person: Person, sessionId: string) =>
  (await bodies(person, sessionId, "task")).flatMap(({ file }) =>
    file ? [(file as { filename: string }).filename] : [],
  );

describe("on the offline model", () => {
  it("a research report is worked to its file", async () => {
    const { person, sessionId, answer } = await begun("research-report");
    const input = { subject: "Tides", questions: "Why are there two a day?", page: "", length: "One page" };
    expect((await answer({ input })).status).toBe("completed");
    expect(await results(person, sessionId)).toEqual([
      ["date_and_time", expect.objectContaining({ timeZone: "UTC" })],
      ["calculator", { result: "2.5" }],
    ]);
    expect(await files(person, sessionId)).toEqual(["research-report.md"]);
    const report = (await readMessages(person, sessionId)).at(-1)?.text;
    expect(report).toMatch(/^# Tides\n\n> Why are there two a day\?\n[\s\S]* = 2\.5 minutes per page\n/);
    expect(report).toContain(demoLabel);
  });

  it("an expense waits for a person, and is recorded once it is approved", async () => {
    const { person, sessionId, asked, answer } = await begun("expense-approval");
    const input = { purpose: "Train", amount: 80, category: "Travel", date: "2026-01-31", receipt: true };
    expect((await answer({ input })).status).toBe("waiting");
    const call = { purpose: "Train", amount: 80, category: "Travel" };
    expect(await asked()).toMatchObject({ kind: "approval", name: "record_expense", input: call });
    expect((await answer({ decision: "approve" })).status).toBe("completed");
    expect(await results(person, sessionId)).toEqual([
      ["record_expense", expect.objectContaining({ reference: "EXP-TRA-8000", within: true })],
    ]);
    expect(await files(person, sessionId)).toEqual(["expense.md"]);
    expect((await readMessages(person, sessionId)).at(-1)?.text).toMatch(
      /^Your expense of 80 for "Train" \(Travel\) was approved and recorded as EXP-TRA-8000\. Within the limit\./,
    );
  });

  it("a manager gives work to its team", async () => {
    const { person, sessionId, answer } = await begun("hierarchical-team");
    expect((await answer({ input: { what: "A new timetable", readers: "Passengers" } })).status).toBe("completed");
    const names = (await results(person, sessionId)).map(([name]) => name);
    expect(names).toEqual(["delegate_work", "delegate_work"]);
    expect(await files(person, sessionId)).toEqual(["announcement.md"]);
    const text = (await readMessages(person, sessionId)).at(-1)?.text;
    expect(text).toMatch(/^\*\*A new timetable\*\*\n\nTo: Passengers\n/);
    expect(text?.split(demoLabel)).toEqual([expect.any(String), ""]);
  });
});

it("a plan without function tools says so before the import, of the example that has one", async () => {
  const free = (await ownerOn("free")) as unknown as Person;
  await newModel(free, { model: "demo-chat" });
  for (const { path, functionTools } of examples) {
    const { problems } = await preview(free, { text: readFileSync(`public${path}`, "utf8") });
    expect(problems).toEqual(functionTools ? [expect.stringMatching(/doesn't include function tools\.$/)] : []);
  }
});

it("a team without a model is asked to choose one", async () => {
  const ada = await newPerson();
  const { problems, needs } = await preview(ada, { text: textOf("research-report") });
  expect(problems).toEqual(['Choose the model to use for "Offline demo".']);
  expect(needs).toMatchObject([{ kind: "model", options: [] }]);
});
