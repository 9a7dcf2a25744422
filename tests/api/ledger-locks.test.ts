import { asc, eq, inArray, sql } from "drizzle-orm";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { advanceAll } from "@/lib/server/engine/knowledge/pipeline/work/ledger";
import type { Db } from "@/lib/server/platform/db/client";
import { retryConflicts } from "@/lib/server/platform/db/query/lost-race";
import { datasources } from "@/lib/server/platform/db/tables/datasources";
import { documents } from "@/lib/server/platform/db/tables/documents";
import { newId } from "@/lib/server/platform/ids/ids";
import { newPerson } from "../support/client";
import { testDatabase } from "../support/database";

let db: Db;
beforeAll(async () => {
  ({ db } = await testDatabase());
});

/** A datasource with two documents, whose rows lie in the order of falling ids. */
async function twoDocuments() {
  const teamId = (await newPerson()).slug;
  const id = newId("datasource");
  const chunking = { strategy: "basic", size: 1_000, overlap: 0 } as never;
  const rest = { name: "Manual", sourceType: "file", status: "ready" as const, chunking };
  const [datasource] = await db
    .insert(datasources)
    .values({ id, teamId, ...rest })
    .returning();
  const [lower = "", upper = ""] = [newId("document"), newId("document")].sort();
  for (const key of [upper, lower])
    await db
      .insert(documents)
      .values({ id: key, teamId, datasourceId: id, key, title: "A", contentHash: "h", stage: "chunked" });
  const rows = await db.select().from(documents).where(eq(documents.datasourceId, id)).orderBy(asc(documents.id));
  if (!datasource) throw new Error("The datasource was not made.");
  return { datasource, lower, upper, falling: rows.toReversed() };
}

const stagesOf = async (ids: string[]) =>
  (await db.select({ stage: documents.stage }).from(documents).where(inArray(documents.id, ids))).map(
    ({ stage }) => stage,
  );

it("documents are locked in the order of their ids, however they are listed", async () => {
  const { datasource, lower, upper, falling } = await twoDocuments();
  const { pool } = await testDatabase();
  const holder = await pool.connect();
  onTestFinished(() => holder.release());
  await holder.query("begin");
  await holder.query("select 1 from documents where id = $1 for update", [lower]);
  const advancing = advanceAll(db, datasource, falling, "embedded", () => ({}));
  const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%notes%'`;
  await expect.poll(async () => (await db.execute(waiting)).rowCount).toBe(1);
  // Who waits for the lower one does not hold the upper one.
  await holder.query("select 1 from documents where id = $1 for update nowait", [upper]);
  await holder.query("commit");
  expect((await advancing).sort()).toEqual([lower, upper]);
  expect(await stagesOf([lower, upper])).toEqual(["embedded", "embedded"]);
});

it("a transaction that was rolled back for another one's sake is done again", async () => {
  const { lower, upper } = await twoDocuments();
  let held = 0;
  let release = () => {};
  const both = new Promise<void>((resolve) => {
    release = resolve;
  });
  const touch = (ids: [string, string]) =>
    retryConflicts(() =>
      db.transaction(async (tx) => {
        for (const id of ids) {
          await tx.update(documents).set({ stage: "stored" }).where(eq(documents.id, id));
          held += 1;
          if (held === 2) release();
          await both;
        }
      }),
    );
  await Promise.all([touch([lower, upper]), touch([upper, lower])]);
  // One of them has begun anew.
  expect(held).toBe(5);
  expect(await stagesOf([lower, upper])).toEqual(["stored", "stored"]);
});
