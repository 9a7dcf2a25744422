import { describe, expect, onTestFinished, test } from "vitest";
import { notion } from "@/lib/server/engine/connectors/notion/connector";
import type { StreamChoice } from "@/lib/server/engine/connectors/shared/types";
import { connectorContext, refusal, Shelf } from "../../support/connectors";
import { block, rich, table, words } from "../../support/standins/notion/blocks";
import { NotionStandin } from "../../support/standins/notion/standin";

const LONG_AGO = "2026-01-01T00:00:00.000Z";
const minute = (n: number) => new Date(Date.parse(LONG_AGO) + n * 60_000).toISOString();
const pages: StreamChoice = { name: "pages", mode: "incremental" };
const rows: StreamChoice = { name: "tasks", mode: "incremental" };

async function workspace() {
  const standin = await new NotionStandin().start();
  onTestFinished(() => standin.close());
  standin.sources.set("tasks", { id: "tasks", title: "Tasks", properties: { Status: "select", Due: "date" } });
  const context = () => connectorContext({ places: { notion: standin.url } });
  const shelf = (choice: StreamChoice) => new Shelf(notion, { token: standin.token }, choice, context);
  return { standin, context, shelf };
}

test("databases are discovered beside the loose pages", async () => {
  const { standin, context } = await workspace();
  standin.add({ title: "Welcome" });
  await notion.check({ token: standin.token }, context());
  const streams = await notion.discover({ token: standin.token }, context());
  expect(streams.map(({ name, title }) => [name, title])).toEqual([
    ["pages", "Pages outside databases"],
    ["tasks", "Tasks"],
  ]);
  expect(streams[1]).toMatchObject({
    fields: [
      { name: "Name", type: "title" },
      { name: "Status", type: "select" },
      { name: "Due", type: "date" },
      { name: "content", type: "blocks" },
    ],
    primaryKeys: ["id"],
    modes: ["full", "incremental"],
  });
});

test("blocks become Markdown with headings, lists, tables and code", async () => {
  const { standin, shelf } = await workspace();
  standin.pageSize = 3;
  const page = standin.add({
    title: "Handbook",
    blocks: [
      words("heading_1", "Holidays"),
      block("paragraph", {
        rich_text: [
          rich("Ask "),
          rich("the office", "https://office.example.test/"),
          rich(" for "),
          rich("PTO", null, true),
        ],
      }),
      words("bulleted_list_item", "first", [
        words("numbered_list_item", "inner"),
        words("numbered_list_item", "second"),
      ]),
      words("bulleted_list_item", "last"),
      words("to_do", "sign", [], { checked: true }),
      table(
        [
          ["Day", "Off | on"],
          ["Monday", "off"],
        ],
        true,
      ),
      table([["a", "b"]], false),
      words("code", "let x = `1`;\n```\nend", [], { language: "javascript" }),
      words("quote", "two\nlines"),
      block("column_list", {}, [
        block("column", {}, [words("paragraph", "left")]),
        block("column", {}, [words("paragraph", "right")]),
      ]),
      block("image", {
        type: "external",
        external: { url: "https://files.example.test/secret" },
        caption: [rich("Our office")],
      }),
      block("child_page", { title: "Inner page" }, [words("paragraph", "not told here")]),
      block("unsupported", {}),
      words("paragraph", ""),
      words("heading_2", "End"),
    ],
  });
  await shelf(pages).sync();
  const one = shelf(pages);
  await one.sync();
  expect(one.documents.get(page.id)).toMatchObject({
    title: "Handbook",
    uri: `https://www.notion.so/${page.id.replaceAll("-", "")}`,
    updatedAt: new Date(LONG_AGO),
    data: null,
    text: `# Holidays

Ask [the office](https://office.example.test/) for \`PTO\`

- first
  1. inner
  2. second
- last

- [x] sign

| Day | Off \\| on |
| --- | --- |
| Monday | off |

|  |  |
| --- | --- |
| a | b |

\`\`\`\`javascript
let x = \`1\`;
\`\`\`
end
\`\`\`\`

> two
> lines

left

right

[Image: Our office]

[Page: Inner page]

## End`,
  });
});

describe.each([pages, rows])("the stream $name", ({ name }) => {
  const source = name === "pages" ? undefined : name;

  test("is followed exactly: pages added, edited, trashed and unshared", async () => {
    const { standin, shelf } = await workspace();
    standin.pageSize = 10;
    const made = Array.from({ length: 35 }, (_, n) =>
      standin.add({
        title: `Page ${n}`,
        source,
        created: minute(n),
        edited: minute(n),
        blocks: [words("paragraph", `text ${n}`)],
      }),
    );
    const one = shelf({ name, mode: "incremental" });
    expect(await one.sync()).toMatchObject({ told: { record: 35 }, complete: true });
    const [edited, trashed, unshared] = made;
    if (!edited || !trashed || !unshared) throw new Error("No pages.");
    const now = new Date().toISOString();
    standin.pages.set(edited.id, { ...edited, edited: now, blocks: [words("paragraph", "new words")] });
    trashed.inTrash = true;
    standin.pages.delete(unshared.id);
    const added = standin.add({ title: "Added", source, created: now, edited: now });
    const before = standin.requests.length;
    const second = await one.sync();
    expect(second).toMatchObject({ told: { record: 2 }, complete: true });
    expect(standin.requests.slice(before).filter((path) => path.includes("/blocks/"))).toHaveLength(2);
    expect([...one.documents.keys()].sort()).toEqual(
      [...standin.pages.keys()].filter((id) => id !== trashed.id).sort(),
    );
    expect(one.documents.get(edited.id)?.text).toContain("new words");
    expect(one.documents.get(added.id)?.title).toBe("Added");
  });

  test("continues where it was broken off", async () => {
    const { standin, shelf } = await workspace();
    standin.pageSize = 5;
    for (let n = 0; n < 12; n += 1) standin.add({ title: `Page ${n}`, source, created: minute(n), edited: minute(n) });
    const one = shelf({ name, mode: "full" });
    await one.sync({ cutAfter: 13 });
    expect(one.documents.size).toBe(6);
    const gone = [...one.documents.keys()][0] ?? "";
    standin.pages.delete(gone);
    const rest = await one.sync();
    expect(rest.told.record).toBeLessThan(8);
    expect([...one.documents.keys()].sort()).toEqual([...standin.pages.keys()].sort());
  });
});

test("what a listing leaves out is asked for before it counts as gone", async () => {
  const { standin, shelf } = await workspace();
  const page = standin.add({ title: "Slow to be indexed" });
  standin.add({ title: "Other" });
  const one = shelf(pages);
  await one.sync();
  const kept = standin.pages.get(page.id);
  const ctx = connectorContext({ places: { notion: standin.url } });
  expect(await notion.findDeleted({ token: standin.token }, pages, [page.id], ctx)).toEqual([]);
  if (kept) kept.inTrash = true;
  expect(await notion.findDeleted({ token: standin.token }, pages, [page.id], ctx)).toEqual([page.id]);
});

test("a database larger than one query may answer is read whole", async () => {
  const { standin, shelf } = await workspace();
  standin.queryLimit = 20;
  for (let n = 0; n < 55; n += 1)
    standin.add({ title: `Row ${n}`, source: "tasks", created: minute(n), edited: minute(1) });
  const one = shelf({ ...rows, fields: ["Name", "Status"] });
  expect(await one.sync()).toMatchObject({ told: { record: 55 }, complete: true });
  expect(await one.sync()).toMatchObject({ told: { unchanged: 55 }, complete: true });
  expect(standin.requests.some((path) => path.includes("/blocks/"))).toBe(false);
});

test("properties become values and lines of text", async () => {
  const { standin, shelf } = await workspace();
  const named = (name: string) => ({ id: "x", name, color: "red" });
  const row = standin.add({
    title: "Ship it",
    source: "tasks",
    properties: {
      Status: { id: "s", type: "select", select: named("Doing") },
      Tags: { id: "t", type: "multi_select", multi_select: [named("one"), named("two")] },
      Due: { id: "d", type: "date", date: { start: "2026-03-01", end: "2026-03-04", time_zone: null } },
      Cost: { id: "c", type: "number", number: 12.5 },
      Ticket: { id: "u", type: "unique_id", unique_id: { prefix: "TASK", number: 7 } },
      Sum: { id: "f", type: "formula", formula: { type: "string", string: "fine" } },
      Linked: { id: "r", type: "relation", relation: [{ id: "other" }], has_more: false },
      Roll: {
        id: "o",
        type: "rollup",
        rollup: { type: "array", function: "show_original", array: [{ type: "number", number: 3 }] },
      },
      File: {
        id: "l",
        type: "files",
        files: [{ name: "plan.pdf", type: "external", external: { url: "https://x.example.test" } }],
      },
    },
    blocks: [words("paragraph", "The body.")],
  });
  const one = shelf(rows);
  await one.sync();
  expect(one.documents.get(row.id)).toMatchObject({
    data: {
      Name: "Ship it",
      Status: "Doing",
      Tags: ["one", "two"],
      Due: "2026-03-01 → 2026-03-04",
      Cost: 12.5,
      Ticket: "TASK-7",
      Sum: "fine",
      Linked: null,
      Roll: [3],
      File: ["plan.pdf"],
    },
    text: "Name: Ship it\nStatus: Doing\nTags: one, two\nDue: 2026-03-01 → 2026-03-04\nCost: 12.5\nTicket: TASK-7\nSum: fine\nRoll: 3\nFile: plan.pdf\n\nThe body.",
  });
});

test("a short wait is kept, a long one is told", async () => {
  const { standin, shelf } = await workspace();
  standin.add({ title: "Page" });
  const limited = (seconds: string) => ({ status: 429, code: "rate_limited", headers: { "retry-after": seconds } });
  standin.faults.push(["/search", limited("1")]);
  const began = Date.now();
  expect((await shelf(pages).sync()).complete).toBe(true);
  expect(Date.now() - began).toBeGreaterThanOrEqual(950);
  standin.faults.push(["/search", limited("120")]);
  expect(await refusal(shelf(pages).sync())).toMatchObject({
    kind: "rate_limit",
    retryable: true,
    retryAfterMs: 120_000,
    message:
      "Notion is limiting requests (429): Fault: rate_limited. Try again in 120 seconds; syncs will continue automatically.",
  });
});

test("a page that can't be read is told, and tried again by the next sync", async () => {
  const { standin, shelf } = await workspace();
  const bad = standin.add({ title: "Broken", edited: minute(1) });
  standin.add({ title: "Fine", edited: minute(2) });
  standin.faults.push([`/blocks/${bad.id}`, { status: 400, code: "validation_error" }]);
  const one = shelf(pages);
  expect(await one.sync()).toMatchObject({ told: { record: 1, failed: 1 }, complete: true });
  expect(one.failed).toEqual([bad.id]);
  expect(await one.sync()).toMatchObject({ told: { record: 1 } });
  expect(one.documents.has(bad.id)).toBe(true);
});

test("a wrong token, nothing shared, a database that is gone: final, each with its way on", async () => {
  const { standin, context, shelf } = await workspace();
  const token = "ntn_wrong_123456789";
  const wrong = await refusal(notion.check({ token }, context()));
  expect(wrong).toMatchObject({ kind: "credentials", retryable: false });
  expect(wrong.message).not.toContain(token);
  standin.add({ title: "Row", source: "tasks" });
  const lost = await refusal(shelf({ ...rows, fields: ["Name", "Owner"] }).sync());
  expect(lost).toMatchObject({ kind: "vanished", retryable: false });
  expect(lost.message).toContain("“Owner”");
  standin.sources.clear();
  standin.pages.clear();
  expect((await refusal(notion.check({ token: standin.token }, context()))).message).toContain("open a page → •••");
  expect(await refusal(shelf(rows).sync())).toMatchObject({ kind: "vanished", retryable: false });
});

test("a private address in place of Notion's is refused", async () => {
  const { standin } = await workspace();
  const ctx = connectorContext({ places: { notion: standin.url } }, { development: false });
  expect(await refusal(notion.check({ token: standin.token }, ctx))).toMatchObject({
    kind: "refused",
    retryable: false,
  });
  expect(standin.requests).toEqual([]);
});
