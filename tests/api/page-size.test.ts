import { expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { datasources } from "@/lib/contract/datasources/schemas";
import { inbox } from "@/lib/contract/inbox/schemas";
import { offloadBody } from "@/lib/server/engine/runs/log/bodies";
import { agents as agentRows } from "@/lib/server/platform/db/tables/agents";
import { datasources as datasourceRows } from "@/lib/server/platform/db/tables/datasources";
import { inputRequests } from "@/lib/server/platform/db/tables/input-requests";
import { sessionEvents } from "@/lib/server/platform/db/tables/sessions";
import { type IdPrefix, newId } from "@/lib/server/platform/ids/ids";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { longestBlock } from "../support/loop-delay";
import { inTeam } from "../support/members";
import { conversation } from "../support/sessions";

ownDatabase();

type List = typeof agents.list | typeof datasources.list | typeof inbox.list;

interface Page {
  rows: { _id: string }[];
  next: string | null;
}

async function pageOf(list: List, field: string, person: Person, query: object): Promise<Page> {
  const { result, blockedMs } = await longestBlock(() =>
    expectOk(callAs(list, { ...inTeam(person, person.slug), query: { limit: "100", ...query } })),
  );
  expect(blockedMs).toBeLessThan(200);
  return { rows: result[field] as Page["rows"], next: result.next as Page["next"] };
}

/** Reads a list to its end. Returns the ids on each page, none of which may block the process for long. */
async function pagesOf(list: List, field: string, person: Person, query: object): Promise<string[][]> {
  const pages: string[][] = [];
  let before: string | null = null;
  do {
    const { rows, next }: Page = await pageOf(list, field, person, { ...query, ...(before && { before }) });
    pages.push(rows.map(({ _id }) => _id));
    before = next;
  } while (before);
  return pages;
}

const numbered = (count: number, kind: IdPrefix) =>
  Array.from({ length: count }, (_, i) => ({ id: newId(kind), name: `${kind} ${String(i).padStart(3, "0")}` }));
const idsOf = (made: { id: string }[]) => made.map(({ id }) => id);
const longest = (pages: string[][]) => Math.max(...pages.map((ids) => ids.length));

it("datasources with long catalogs are listed page by page", { timeout: 60_000 }, async () => {
  const ada = await newPerson();
  const { db } = await testDatabase();
  const fields = Array.from({ length: 40_000 }, (_, i) => ({ name: `column_${i}`, type: "integer" }));
  const stream = { name: "public.wide", fields, primaryKeys: [], cursorFields: [], modes: ["full" as const] };
  const made = numbered(12, "datasource");
  for (const own of made)
    await db.insert(datasourceRows).values({
      ...own,
      teamId: ada.slug,
      createdBy: ada.accountId,
      sourceType: "postgres",
      status: "ready",
      discoveredSchema: [stream],
      chunking: { strategy: "recursive", size: 1_000, overlap: 150 },
    });
  const pages = await pagesOf(datasources.list, "datasources", ada, { sort: "name" });
  expect(pages.flat()).toEqual(idsOf(made));
  expect(longest(pages)).toBeLessThan(4);
});

it("agents with long prompts are listed page by page", { timeout: 60_000 }, async () => {
  const ada = await newPerson();
  const { db } = await testDatabase();
  const prompt = '"Say so."\n'.repeat(6_500);
  const made = numbered(100, "agent");
  for (const own of made)
    await db.insert(agentRows).values({
      ...own,
      teamId: ada.slug,
      createdBy: ada.accountId,
      role: prompt,
      goal: prompt,
      backstory: prompt,
    });
  const pages = await pagesOf(agents.list, "agents", ada, { sort: "name" });
  expect(pages.flat()).toEqual(idsOf(made));
  expect(longest(pages)).toBeLessThan(30);
});

it("questions with long texts are listed page by page", { timeout: 60_000 }, async () => {
  const { person: ada, sessionId } = await conversation();
  const { db } = await testDatabase();
  const text = "Is this what you mean? ".repeat(20_000);
  const made = numbered(60, "request");
  for (const [i, { id }] of made.entries()) {
    const seq = 1_000 + i;
    const asked = { deadline: null, callId: "", input: null, startedAt: new Date(0).toISOString() };
    const body = await offloadBody({ requestId: id, kind: "form" as const, text, name: "form", ...asked });
    await db.insert(sessionEvents).values({ sessionId, seq, kind: "input_request", body });
    const of = { teamId: ada.slug, sessionId, runId: "run_1", assigneeType: "anyone" as const };
    await db.insert(inputRequests).values({ id, ...of, seq, kind: "form", date: new Date(1_000 * seq) });
  }
  const pages = await pagesOf(inbox.list, "inputRequests", ada, {});
  expect(pages.flat()).toEqual(idsOf(made));
  expect(longest(pages)).toBeLessThan(12);
});
