import { eq, sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { sessions } from "@/lib/contract/sessions/schemas";
import { toDelay } from "@/lib/server/engine/knowledge/pipeline/removal/remove-vectors";
import { claimDatasources } from "@/lib/server/engine/knowledge/pipeline/work/lease";
import { scheduleRetry } from "@/lib/server/engine/knowledge/pipeline/work/unread";
import { leaseMs } from "@/lib/server/engine/runs/lease/lease";
import { isWatched, sweepWatches } from "@/lib/server/engine/runs/log/watchers";
import { createWorker } from "@/lib/server/engine/runs/worker";
import { runs } from "@/lib/server/platform/db/tables/sessions";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { callAs, newPerson } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { at, conversation, readMessages, readSession, runOf, say, settled } from "../support/sessions";

ownDatabase();

/** The lease as it stands after the database's clock was set back by so long. */
async function setLease(sessionId: string, owner: string, ahead: string): Promise<void> {
  const { db } = await testDatabase();
  await db
    .update(runs)
    .set({ status: "running", leaseOwner: owner, leaseUntil: sql`now() + ${ahead}::interval` })
    .where(eq(runs.sessionId, sessionId));
}

async function secondsLeft(table: "runs" | "datasources", where: string, id: string): Promise<number> {
  const { pool } = await testDatabase();
  const left = `select extract(epoch from lease_until - clock_timestamp())::float8 left from ${table} where ${where} = $1`;
  return (await pool.query(left, [id])).rows[0]?.left ?? 0;
}

async function workerHere(name: string): Promise<void> {
  const worker = createWorker((await testDatabase()).db, name, { pollMs: 100, heartbeatMs: 500 });
  onTestFinished(() => worker.stop());
}

describe("a lease from before the database's clock was set back", () => {
  it("ends in its own time when its worker is gone, and the run is taken over", { timeout: 60_000 }, async () => {
    const { person, sessionId } = await conversation("demo-chat:ttft=1,tps=2000");
    await say(person, sessionId, { message: "Hello" });
    await setLease(sessionId, "worker-gone", "1 year");
    const stopped = await conversation();
    await say(stopped.person, stopped.sessionId, { message: "Hello" });
    await setLease(stopped.sessionId, "worker-gone", "1 year");
    await callAs(sessions.cancel, at(stopped.person, stopped.sessionId));
    await workerHere("worker-here");
    await expect
      .poll(() => secondsLeft("runs", "session_id", sessionId), { timeout: 5_000 })
      .toBeLessThan(leaseMs / 1_000 + 1);
    expect((await settled(person, sessionId, leaseMs + 15_000)).lastRun?.status).toBe("completed");
    expect((await settled(stopped.person, stopped.sessionId)).lastRun?.status).toBe("cancelled");
  });

  it("takes no run away from a worker that is alive", { timeout: 60_000 }, async () => {
    const { person, sessionId } = await conversation("demo-chat:ttft=1,tps=50,words=300");
    await workerHere("worker-one");
    await say(person, sessionId, { message: "Hello" });
    await expect.poll(async () => (await readSession(person, sessionId)).status).toBe("running");
    await setLease(sessionId, "worker-one", "1 hour");
    await workerHere("worker-two");
    await settled(person, sessionId, 40_000);
    expect((await runOf(sessionId))?.attempt).toBe(1);
    expect(await readMessages(person, sessionId)).toHaveLength(2);
  });

  it("keeps no datasource from its next worker", async () => {
    const { slug } = await newPerson();
    const { db, pool } = await testDatabase();
    await pool.query(
      `insert into datasources (id, team_id, name, source_type, status, chunking, lease_owner, lease_until)
       values ($1, $1, 'Files', 'file', 'ready', '{}', 'gone', now() + interval '1 year')`,
      [slug],
    );
    await pool.query("insert into datasource_jobs (id, team_id, datasource_id, kind) values ($1, $1, $1, 'upload')", [
      slug,
    ]);
    expect(await claimDatasources(db, "here", 10)).toEqual([]);
    expect(await secondsLeft("datasources", "id", slug)).toBeLessThan(31);
    await pool.query("update datasources set lease_until = now() - interval '1 second' where id = $1", [slug]);
    expect((await claimDatasources(db, "here", 10)).map(({ id }) => id)).toEqual([slug]);
  });

  it("lets nobody count as watching a session for longer than a process says so", async () => {
    const { person, sessionId } = await conversation();
    const { db, pool } = await testDatabase();
    const watch = (ahead: string) =>
      pool.query(
        `insert into session_watchers (process_id, session_id, account_id, until) values ('other', $1, $2, now() + $3::interval)
         on conflict (session_id, account_id, process_id) do update set until = excluded.until`,
        [sessionId, person.accountId, ahead],
      );
    const watched = () => db.transaction((tx) => isWatched(tx, sessionId, person.accountId));
    await watch("60 seconds");
    expect(await watched()).toBe(true);
    await watch("1 year");
    expect(await watched()).toBe(false);
    await sweepWatches(db);
    const { rowCount } = await pool.query("select 1 from session_watchers where session_id = $1", [sessionId]);
    expect(rowCount).toBe(0);
  });
});

it("says by the database's clock when a document is tried again, whatever the process's says", async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 });
  const { db } = await testDatabase();
  const held = new Date(Date.now() + 3_600_000 + 60_000);
  const seconds = (time: unknown) => sql<number>`extract(epoch from (${time})::timestamptz - now())::float8`;
  const [found] = await db
    .select({ next: seconds(scheduleRetry(0, { retryable: true }).nextRetry), delayed: seconds(toDelay(held)) })
    .from(sql`(select 1) one`);
  expect(found?.next).toBeGreaterThan(0);
  expect(found?.next).toBeLessThan(60);
  expect(found?.delayed).toBeGreaterThan(0);
});

describe("stopping a run", () => {
  async function stopHeld(owner: string, ahead: string) {
    const { person, sessionId } = await conversation();
    await say(person, sessionId, { message: "Hello" });
    await setLease(sessionId, owner, ahead);
    expect((await callAs(sessions.cancel, at(person, sessionId))).status).toBe(200);
    return { person, sessionId };
  }

  it("ends it where the lease of its worker has run out", async () => {
    const { person, sessionId } = await stopHeld("worker-killed", "-1 second");
    expect((await readSession(person, sessionId)).lastRun?.status).toBe("cancelled");
  });

  it("leaves it to its worker, and to any other once its lease has run out, also without room on the disk", async () => {
    const { person, sessionId } = await stopHeld("worker-killed", "14 seconds");
    process.env.DISK_RESERVE_MB = "999999999";
    forgetEnv();
    onTestFinished(() => {
      delete process.env.DISK_RESERVE_MB;
      forgetEnv();
    });
    await workerHere("worker-other");
    await new Promise((next) => setTimeout(next, 2_500));
    expect(await runOf(sessionId)).toMatchObject({ status: "running", leaseOwner: "worker-killed" });
    await setLease(sessionId, "worker-killed", "-1 second");
    expect((await settled(person, sessionId, 10_000)).lastRun?.status).toBe("cancelled");
  });
});
