import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { pollWhenDue } from "@/lib/server/platform/jobs/poll-when-due";
import { ownDatabase, testDatabase } from "../support/database";

ownDatabase();

const dueAt = (at: Date | null) => sql`select ${at?.toISOString() ?? null}::timestamptz`;
const later = (ms: number) => new Date(Date.now() + ms);

test("work starts when it is due, not at the next interval", async () => {
  const { db } = await testDatabase();
  const at = later(400);
  const started: number[] = [];
  const run = async () => void started.push(Date.now());
  onTestFinished(pollWhenDue(db, { failed: "soon failed", nextDue: dueAt(at), everyMs: 60_000, run }).stop);
  const never = vi.fn(async () => undefined);
  onTestFinished(pollWhenDue(db, { failed: "never failed", nextDue: dueAt(null), everyMs: 60_000, run: never }).stop);
  await vi.waitFor(() => expect(started).toHaveLength(1), 5_000);
  expect(started[0]).toBeGreaterThanOrEqual(at.getTime());
  expect(never).not.toHaveBeenCalled();
});

test("work that stays due is started again at each interval, never twice concurrently, and stopping waits for it", async () => {
  const { db } = await testDatabase();
  let concurrent = 0;
  let most = 0;
  let count = 0;
  const run = async () => {
    most = Math.max(most, ++concurrent);
    count += 1;
    await sleep(100);
    concurrent -= 1;
    if (count === 2) throw new Error("The second fails.");
  };
  const { stop } = pollWhenDue(db, { failed: "working failed", nextDue: dueAt(new Date(0)), everyMs: 20, run });
  await vi.waitFor(() => expect(count).toBeGreaterThanOrEqual(3), 5_000);
  await stop();
  expect([most, concurrent]).toEqual([1, 0]);
  const before = count;
  await sleep(200);
  expect(count).toBe(before);
});

test("a failing poll is reported to the work, and repeated", async () => {
  const { db } = await testDatabase();
  const onFailure = vi.fn();
  const run = vi.fn(async () => undefined);
  const nextDue = sql`select min(at) from due_work_of_this_test`;
  onTestFinished(pollWhenDue(db, { failed: "working failed", nextDue, everyMs: 20, run, onFailure }).stop);
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalled(), 5_000);
  expect(run).not.toHaveBeenCalled();
  await db.execute(sql`create table due_work_of_this_test as select now() at`);
  onTestFinished(async () => void (await db.execute(sql`drop table due_work_of_this_test`)));
  await vi.waitFor(() => expect(run).toHaveBeenCalled(), 5_000);
});

test("work that is added or becomes due during a poll does not wait for the interval", async () => {
  const { db } = await testDatabase();
  const slow = pollWhenDue(db, {
    failed: "working failed",
    nextDue: sql`select null::timestamptz from pg_sleep(0.2)`,
    everyMs: 60_000,
    run: async () => undefined,
  });
  onTestFinished(slow.stop);
  await sleep(100);
  let runs = 0;
  const late = pollWhenDue(db, {
    failed: "working failed",
    nextDue: dueAt(new Date(0)),
    everyMs: 60_000,
    run: async () => {
      runs += 1;
      await sleep(500);
    },
  });
  onTestFinished(late.stop);
  await vi.waitFor(() => expect(runs).toBe(1), 5_000);
  // Continuous calls neither postpone the poll nor start the work concurrently.
  const calls = setInterval(late.pollNow, 1);
  onTestFinished(() => clearInterval(calls));
  await sleep(300);
  expect(runs).toBe(1);
  await vi.waitFor(() => expect(runs).toBe(2), 5_000);
});
