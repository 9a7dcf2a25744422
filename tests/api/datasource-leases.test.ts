import { describe, expect, it } from "vitest";
import { renew } from "@/lib/server/engine/knowledge/pipeline/work/lease";
import { newPerson } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";

ownDatabase();

const owner = "ingest-here";

/** Two datasources that this process works on, with leases that are about to end. */
async function held(): Promise<[string, string]> {
  const { slug } = await newPerson();
  const { pool } = await testDatabase();
  const ids = [`${slug}one`, `${slug}two`] as const;
  for (const id of ids)
    await pool.query(
      `insert into datasources (id, team_id, name, source_type, status, chunking, lease_owner, lease_until)
       values ($1, $2, $1, 'file', 'ready', '{}', $3, now() + interval '5 seconds')`,
      [id, slug, owner],
    );
  return [...ids];
}

async function secondsLeft(id: string): Promise<number> {
  const { pool } = await testDatabase();
  const sql = "select extract(epoch from lease_until - clock_timestamp())::float8 left from datasources where id = $1";
  return (await pool.query(sql, [id])).rows[0]?.left ?? 0;
}

describe("a lease", () => {
  it("is prolonged while another datasource is deleted over a long time", async () => {
    const { db, pool } = await testDatabase();
    const [one, two] = await held();
    const deletion = await pool.connect();
    try {
      await deletion.query("begin");
      await deletion.query("delete from datasources where id = $1", [one]);
      const began = performance.now();
      const prolonging = renew(db, owner, [one, two]);
      await expect.poll(() => secondsLeft(two), { timeout: 2_000 }).toBeGreaterThan(20);
      // What is not deleted yet is still held.
      expect(await prolonging).toEqual({ lost: [], cancelled: [] });
      expect(performance.now() - began).toBeLessThan(5_000);
      await deletion.query("commit");
    } finally {
      deletion.release();
    }
    expect(await renew(db, owner, [one, two])).toEqual({ lost: [one], cancelled: [] });
  });

  it("is prolonged where somebody holds its row for a moment, whenever it is looked for", async () => {
    const { db, pool } = await testDatabase();
    const [one] = await held();
    const writer = await pool.connect();
    try {
      await writer.query("begin");
      await writer.query("select 1 from datasources where id = $1 for update", [one]);
      const prolonging = renew(db, owner, [one]);
      setTimeout(() => void writer.query("commit"), 500);
      expect(await prolonging).toEqual({ lost: [], cancelled: [] });
      expect(await secondsLeft(one)).toBeGreaterThan(20);
    } finally {
      writer.release();
    }
  });
});
