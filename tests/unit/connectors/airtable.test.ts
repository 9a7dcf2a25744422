import { expect, onTestFinished, test } from "vitest";
import { airtable } from "@/lib/server/engine/connectors/airtable/connector";
import type { StreamChoice } from "@/lib/server/engine/connectors/shared/types";
import { connectorContext, refusal, Shelf } from "../../support/connectors";
import { AirtableStandin, type AirtableTable } from "../../support/standins/airtable/standin";

const OLD = "2026-01-01T00:00:00.000Z";
const choice = (given: Partial<StreamChoice> = {}): StreamChoice => ({
  name: "appOne/tblTasks",
  mode: "incremental",
  ...given,
});

async function service(count = 0) {
  const standin = await new AirtableStandin().start();
  onTestFinished(() => standin.close());
  const people: AirtableTable = {
    id: "tblPeople",
    name: "People",
    primaryFieldId: "fldName",
    fields: [{ id: "fldName", name: "Name", type: "singleLineText" }],
    rows: [{ id: "recAda", fields: { Name: "Ada" }, modified: OLD }],
  };
  const tasks: AirtableTable = {
    id: "tblTasks",
    name: "Tasks",
    primaryFieldId: "fldTitle",
    fields: [
      { id: "fldNotes", name: "Notes", type: "multilineText" },
      { id: "fldTitle", name: "What", type: "singleLineText" },
      { id: "fldOwner", name: "Owner", type: "multipleRecordLinks", options: { linkedTableId: "tblPeople" } },
      { id: "fldFiles", name: "Files", type: "multipleAttachments" },
      { id: "fldWho", name: "By", type: "singleCollaborator" },
      { id: "fldSum", name: "Sum", type: "formula" },
      { id: "fldAt", name: "Changed", type: "lastModifiedTime" },
    ],
    rows: Array.from({ length: count }, (_, n) => ({ id: `rec${n}`, fields: { What: `Task ${n}` }, modified: OLD })),
  };
  standin.bases.set("appOne", { name: "Office", tables: [tasks, people] });
  const context = () => connectorContext({ places: { airtable: standin.url } });
  const shelf = (given?: Partial<StreamChoice>) =>
    new Shelf(airtable, { token: standin.token }, choice(given), context);
  return { standin, tasks, context, shelf, config: { token: standin.token } };
}

test("tables of all bases, or of those that were named, are discovered", async () => {
  const { standin, config, context } = await service();
  standin.bases.set("appTwo", { name: "Other", tables: [] });
  await airtable.check(config, context());
  const streams = await airtable.discover(config, context());
  expect(streams.map(({ name, title }) => [name, title])).toEqual([
    ["appOne/tblTasks", "Office · Tasks"],
    ["appOne/tblPeople", "Office · People"],
  ]);
  expect(streams[1]).toMatchObject({ fields: [{ name: "Name", type: "singleLineText" }], primaryKeys: ["id"] });
  expect(await airtable.discover({ ...config, bases: ["appTwo"] }, context())).toEqual([]);
});

test("records become values: people, files and links by their names", async () => {
  const { tasks, shelf } = await service();
  tasks.rows.push({
    id: "recX",
    modified: OLD,
    fields: {
      What: "Write it",
      Owner: ["recAda", "recGone"],
      Files: [{ id: "att1", filename: "plan.pdf", url: "https://files.example.test/expires", size: 1 }],
      By: { id: "usr1", email: "ada@example.test", name: "Ada L." },
      Sum: { specialValue: "NaN" },
      Changed: "2026-02-03T04:05:06.000Z",
    },
  });
  const one = shelf();
  await one.sync();
  expect(one.documents.get("recX")).toEqual({
    type: "record",
    key: "recX",
    title: "Write it",
    uri: "https://airtable.com/appOne/tblTasks/recX",
    updatedAt: new Date("2026-02-03T04:05:06.000Z"),
    data: {
      Notes: null,
      What: "Write it",
      Owner: ["Ada"],
      Files: ["plan.pdf"],
      By: "Ada L.",
      Sum: "NaN",
      Changed: "2026-02-03T04:05:06.000Z",
    },
  });
});

test.each(["full", "incremental"] as const)("a table read %s is followed exactly", async (mode) => {
  const { standin, tasks, shelf } = await service(250);
  const one = shelf({ mode });
  expect(await one.sync()).toMatchObject({ told: { record: 250 }, complete: true });
  const now = new Date().toISOString();
  tasks.rows.splice(3, 2);
  tasks.rows[0] = { id: "rec0", fields: { What: "Changed" }, modified: now };
  tasks.rows.push({ id: "recNew", fields: { What: "New" }, modified: now });
  standin.requests.length = 0;
  const second = await one.sync();
  expect(second).toMatchObject({ told: { record: mode === "full" ? 249 : 2 }, complete: true });
  expect([...one.documents.keys()].sort()).toEqual(tasks.rows.map(({ id }) => id).sort());
  expect(one.documents.get("rec0")?.title).toBe("Changed");
  if (mode === "incremental")
    expect(standin.requests.filter((one) => one.includes('"fields":["What"]'))).toHaveLength(3);
});

test("a read continues where it was broken off, also when Airtable forgot the place", async () => {
  const { standin, tasks, shelf } = await service(350);
  const one = shelf();
  await one.sync({ cutAfter: 130 });
  expect(one.documents.size).toBe(100);
  tasks.rows = tasks.rows.filter(({ id }) => id !== "rec5");
  expect((await one.sync({ cutAfter: 120 })).told.record).toBeLessThan(121);
  expect(one.documents.size).toBe(200);
  const other = shelf();
  await other.sync({ cutAfter: 205 });
  expect((await other.sync()).told.record).toBeLessThan(200);
  expect(other.documents.size).toBe(349);
  standin.forgetPlaces();
  expect((await one.sync()).complete).toBe(true);
  expect([...one.documents.keys()].sort()).toEqual(tasks.rows.map(({ id }) => id).sort());
});

test("only chosen fields are asked for, and a vanished one is final and named", async () => {
  const { standin, tasks, shelf } = await service(1);
  const one = shelf({ fields: ["Notes"] });
  await one.sync();
  expect(one.data()).toEqual({ rec0: { Notes: null } });
  expect(standin.requests.at(-1)).toContain('"fields":["Notes","What"]');
  tasks.fields = tasks.fields.filter(({ name }) => name !== "Notes");
  const error = await refusal(one.sync());
  expect(error).toMatchObject({ kind: "vanished", retryable: false });
  expect(error.message).toContain("“Notes”");
  standin.bases.set("appOne", { name: "Office", tables: [] });
  expect(await refusal(one.sync())).toMatchObject({ kind: "vanished" });
});

test("limits, problems and refusals are told apart", async () => {
  const { standin, context, config } = await service();
  const tried: [object, Record<string, unknown>][] = [
    [
      { status: 429, body: { error: { type: "RATE_LIMIT" } }, headers: { "retry-after": "60" } },
      { kind: "rate_limit", retryable: true, retryAfterMs: 60_000 },
    ],
    [
      { status: 500, body: "<html>" },
      { kind: "unavailable", retryable: true },
    ],
    [
      { status: 200, body: "<html>" },
      { kind: "malformed", retryable: true },
    ],
    [
      { status: 200, body: { bases: 7 } },
      { kind: "malformed", retryable: false },
    ],
    [
      { status: 403, body: { error: { type: "NO", message: "Invalid permissions" } } },
      { kind: "permission", retryable: false },
    ],
  ];
  for (const [fault, expected] of tried) {
    standin.faults.push(fault as never);
    expect(await refusal(airtable.check(config, context()))).toMatchObject(expected);
  }
  standin.faults.push({ status: 429, body: {} }, { status: 429, body: {} });
  await airtable.check(config, context());
  const token = "pat_wrong_one.123456";
  const wrong = await refusal(airtable.check({ token }, context()));
  expect(wrong).toMatchObject({ kind: "credentials", retryable: false });
  standin.faults.push({ status: 400, body: { error: { type: "BAD", message: `what is ${token}?` } } });
  expect((await refusal(airtable.check({ token }, context()))).message).toBe(
    "Airtable rejected the request (400): what is [secret]?",
  );
});

test("settings are checked before anything is called", async () => {
  const { standin, context, config } = await service();
  for (const wrong of [
    {},
    { token: "" },
    { token: "a\nb" },
    { ...config, bases: ["../meta"] },
    { token: "x".repeat(30_000) },
  ]) {
    const error = await refusal(airtable.check(wrong, context()));
    expect(error).toMatchObject({ code: "invalid" });
  }
  const closed = connectorContext({ places: { airtable: standin.url } }, { development: false });
  expect(await refusal(airtable.check(config, closed))).toMatchObject({ kind: "refused" });
  expect(standin.requests).toEqual([]);
});
