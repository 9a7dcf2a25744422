import { expect, it } from "vitest";
import { datasources } from "@/lib/contract/datasources";
import { datasources as rows } from "@/lib/server/datasources/table";
import { newId } from "@/lib/server/db/ids";
import { callAs, expectOk, newPerson } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { longestBlock } from "../support/loop-delay";
import { inTeam } from "../support/members";

ownDatabase();

it("datasources with long catalogs are listed page by page", { timeout: 60_000 }, async () => {
  const ada = await newPerson();
  const { db } = await testDatabase();
  const fields = Array.from({ length: 40_000 }, (_, i) => ({ name: `column_${i}`, type: "integer" }));
  const stream = { name: "public.wide", fields, primaryKeys: [], cursorFields: [], modes: ["full" as const] };
  const made = Array.from({ length: 12 }, (_, i) => ({ id: newId("datasource"), name: `Source ${i}` }));
  for (const own of made)
    await db.insert(rows).values({
      ...{ ...own, teamId: ada.slug, createdBy: ada.accountId, sourceType: "postgres", status: "ready" },
      ...{ discoveredSchema: [stream], chunking: { strategy: "recursive", size: 1_000, overlap: 150 } },
    });
  const seen: string[] = [];
  let before: string | null = null;
  do {
    const query: object = { limit: "100", sort: "name", ...(before && { before }) };
    const { result, blockedMs } = await longestBlock(() =>
      expectOk(callAs(datasources.list, { ...inTeam(ada, ada.slug), query })),
    );
    expect(blockedMs).toBeLessThan(200);
    const page = result as unknown as { datasources: { _id: string }[]; next: string | null };
    expect(page.datasources.length).toBeLessThan(4);
    seen.push(...page.datasources.map(({ _id }) => _id));
    before = page.next;
  } while (before);
  expect(seen.sort()).toEqual(made.map(({ id }) => id).sort());
});
