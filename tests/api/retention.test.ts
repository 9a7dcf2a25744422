import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import type { MessageBody } from "@/lib/contract/session-events/events";
import type { TaskBody } from "@/lib/contract/session-events/tasks";
import { sessions } from "@/lib/contract/sessions/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { appendEvents } from "@/lib/server/engine/runs/log/events";
import { startSweeper } from "@/lib/server/main/sweeper";
import { orgs, teams as table } from "@/lib/server/platform/db/tables/teams";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { fileStore } from "@/lib/server/platform/storage/file-store";
import { sweepSessions } from "@/lib/server/resources/sessions/retention";
import { callAs, expectOk, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import {
  at,
  attach,
  conversation,
  newSession,
  readLog,
  readMessages,
  readSession,
  say,
  settled,
  testWorker,
} from "../support/sessions";

ownDatabase();

const inTeam = (person: Person) => ({ token: person.token, params: { resourceSlug: person.slug } });
const keepFor = (person: Person, days: number | null) =>
  callAs(teams.editRetention, { ...inTeam(person), body: { days } });

/** Makes what a session has so far look as if it had happened days ago. */
async function age(sessionId: string, days: number): Promise<void> {
  const { db } = await testDatabase();
  const by = sql`${`${days} days`}::interval`;
  await db.execute(sql`update sessions set date_created = date_created - ${by} where id = ${sessionId}`);
  await db.execute(sql`update session_events set at = at - ${by} where session_id = ${sessionId}`);
  await db.execute(sql`update session_files set at = at - ${by} where session_id = ${sessionId}`);
}

async function sweep(): Promise<number> {
  return sweepSessions((await testDatabase()).db);
}

async function turn(person: Person, sessionId: string, message: string, more: object = {}): Promise<void> {
  await expectOk(say(person, sessionId, { message, ...more }));
  await settled(person, sessionId);
}

async function working() {
  const worker = await testWorker();
  onTestFinished(() => worker.stop());
}

async function attachNotes(person: Person, sessionId: string): Promise<string> {
  return String((await expectOk(attach(person, sessionId, "notes.txt", "text")))._id);
}

test("old turns go with all that belongs to them, and the session says so where they were", async () => {
  await working();
  const { person, sessionId } = await conversation();
  const [old, kept] = [await attachNotes(person, sessionId), await attachNotes(person, sessionId)];
  await turn(person, sessionId, `First ${"long ".repeat(20_000)}`.slice(0, 65_500), { fileIds: [old, kept] });
  await turn(person, sessionId, "Second");
  const [first] = await readMessages(person, sessionId);
  const rating = { messageId: first?._id ?? "", value: -1 as const, reason: "private" };
  await expectOk(callAs(sessions.feedback, { ...at(person, sessionId), body: rating }));
  const { pool } = await testDatabase();
  const asText = () => pool.query("select body::text from session_events where session_id = $1", [sessionId]);
  const { rows: paths } = await pool.query<{ path: string }>(
    `select path from session_files where session_id = $1
     union all select body->>'shelved' from session_events where session_id = $1 and body ? 'shelved'`,
    [sessionId],
  );
  expect(paths.length).toBeGreaterThan(2);
  await age(sessionId, 31);
  await turn(person, sessionId, "Third", { fileIds: [kept] });
  const before = await readSession(person, sessionId);
  const log = await readLog(person, sessionId);
  const ends = log.filter(
    ({ kind, body }) => kind === "status" && (body as { runStatus: string }).runStatus === "completed",
  );

  expect(await sweep()).toBe(0);
  await expectOk(keepFor(person, 30));
  expect(await sweep()).toBe(ends[1]?.seq);
  expect(await sweep()).toBe(0);

  const after = await readLog(person, sessionId);
  const text = "Older messages were deleted. This team keeps session data for 30 days.";
  expect(after[0]).toMatchObject({ seq: ends[1]?.seq, kind: "notice", body: { code: "removed", text } });
  expect(after.slice(1)).toEqual(log.filter(({ seq }) => (seq ?? 0) > (ends[1]?.seq ?? 0)));
  expect((await readMessages(person, sessionId)).map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(await readSession(person, sessionId)).toEqual(before);
  expect(JSON.stringify((await asText()).rows)).not.toContain("First");
  const left = await pool.query("select 1 from message_feedback where session_id = $1", [sessionId]);
  expect(left.rowCount).toBe(0);
  expect(
    (
      await callAs(sessions.file, {
        ...at(person, sessionId),
        params: { ...at(person, sessionId).params, fileId: old },
      })
    ).status,
  ).toBe(404);
  expect(
    (
      await callAs(sessions.file, {
        ...at(person, sessionId),
        params: { ...at(person, sessionId).params, fileId: kept },
      })
    ).status,
  ).toBe(200);
  const stored = await Promise.all(paths.map(({ path }) => fileStore().exists(path)));
  expect(stored.filter(Boolean)).toHaveLength(1);

  // The conversation goes on from what is left, and its own end is found later.
  await turn(person, sessionId, "Fourth");
  expect((await readSession(person, sessionId)).lastRun?.status).toBe("completed");
  await age(sessionId, 31);
  await sweep();
  expect((await readLog(person, sessionId)).map(({ kind }) => kind)).toEqual(["notice"]);
  expect((await readSession(person, sessionId)).previewText).toBe("");
  await keepFor(person, 0);
});

test("a file stays while a task names it, or a long message that names many", async () => {
  await working();
  const { person, sessionId } = await conversation();
  const name = (i: number) => `${"n".repeat(100)}-${i}.txt`;
  const ids = await Promise.all(
    Array.from({ length: 10 }, async (_, i) =>
      String((await expectOk(attach(person, sessionId, name(i), "text")))._id),
    ),
  );
  await turn(person, sessionId, "First");
  await age(sessionId, 31);
  await expectOk(keepFor(person, 30));
  const { db, pool } = await testDatabase();
  const left = async () =>
    (await pool.query("select id from session_files where session_id = $1", [sessionId])).rowCount;
  const message: MessageBody = {
    _id: "message_with_files",
    sessionId,
    authorName: "Ada",
    authorId: null,
    role: "user",
    text: "Long. ".repeat(20_000),
    parts: ids.map((fileId) => ({ type: "file", fileId, filename: name(1) })),
    citations: [],
    usage: null,
    ts: new Date().toISOString(),
    completed: true,
  };
  await db.transaction((tx) => appendEvents(tx, sessionId, null, [{ kind: "message", body: message }]));
  expect(await sweep()).toBeGreaterThan(0);
  expect(await left()).toBe(10);

  await turn(person, sessionId, "Second");
  await age(sessionId, 31);
  const file = { fileId: ids[0] ?? "", filename: name(1), mimeType: "text/plain" };
  const finished: TaskBody = { state: "finished", taskId: "task", output: "", durationMs: 1, file, variable: null };
  await db.transaction((tx) => appendEvents(tx, sessionId, null, [{ kind: "task", body: finished }]));
  expect(await sweep()).toBeGreaterThan(0);
  expect(await left()).toBe(1);
  await keepFor(person, 0);
});

test("a session with a run that goes on or waits is never touched, nor is another team's", async () => {
  const worker = await testWorker();
  const { person, sessionId } = await conversation();
  const other = await conversation();
  await turn(person, sessionId, "Done");
  await turn(other.person, other.sessionId, "Done");
  await worker.stop();
  await expectOk(say(person, sessionId, { message: "Waiting in the queue" }));
  for (const id of [sessionId, other.sessionId]) await age(id, 400);
  await expectOk(keepFor(person, 1));
  const { pool } = await testDatabase();
  const log = await readLog(person, sessionId);
  for (const status of ["queued", "running", "waiting"]) {
    await pool.query(
      "update runs set status = $2, lease_until = now() + interval '1 hour' where session_id = $1 and status <> 'completed'",
      [sessionId, status],
    );
    expect(await sweep()).toBe(0);
  }
  expect(await readLog(person, sessionId)).toEqual(log);
  await pool.query("update runs set status = 'cancelled' where session_id = $1 and status = 'waiting'", [sessionId]);
  expect(await sweep()).toBeGreaterThan(0);
  expect(await readMessages(other.person, other.sessionId)).toHaveLength(2);
});

test("a long log goes in small batches, each ending where a run ended", async () => {
  const { person, sessionId } = await conversation();
  const { db, pool } = await testDatabase();
  // 40 runs of 50 events, then one of 1,200.
  await pool.query(
    `insert into session_events (session_id, seq, run_id, kind, body)
     select $1, n, 'r', case when e then 'status' else 'step' end, case when e then '{"runStatus":"completed"}'::jsonb else '{}' end
     from (select n, n = 3200 or (n <= 2000 and n % 50 = 0) e from generate_series(1, 3200) n) x`,
    [sessionId],
  );
  await pool.query("update sessions set last_seq = 3200 where id = $1", [sessionId]);
  await age(sessionId, 10);
  await expectOk(keepFor(person, 5));
  const sizes: number[] = [];
  const real = db.transaction.bind(db);
  const spy = vi.spyOn(db, "transaction").mockImplementation(async (...args) => {
    const count = async () =>
      Number((await pool.query("select count(*) n from session_events where session_id = $1", [sessionId])).rows[0].n);
    const before = await count();
    const result = await real(...args);
    sizes.push(before - (await count()));
    return result;
  });
  onTestFinished(() => spy.mockRestore());
  await sweep();
  // The notice is made anew each time and counts among the next 500.
  expect(sizes.filter((size) => size > 0)).toEqual([499, 450, 450, 450, 150, 1_200]);
});

test("a team chooses within its plan, and else has what the server says", async () => {
  const { person } = await conversation();
  const of = async () => expectOk(callAs(teams.retention, inTeam(person)));
  expect(await of()).toEqual({ days: 0, own: null, server: 0, plan: 0 });
  await expectOk(keepFor(person, 400));
  expect(await of()).toEqual({ days: 400, own: 400, server: 0, plan: 0 });
  vi.stubEnv("DEFAULT_PLAN", "free");
  vi.stubEnv("SESSION_EVENTS_DAYS", "10");
  forgetEnv();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    forgetEnv();
  });
  expect(await of()).toEqual({ days: 90, own: 400, server: 10, plan: 90 });
  for (const days of [91, 0])
    expect(await keepFor(person, days)).toMatchObject({
      status: 403,
      body: {
        code: "limit",
        error: expect.stringMatching(/^The Free plan keeps sessions for up to 90 days\. /),
        limit: "sessionDays",
        max: 90,
      },
    });
  for (const days of [-1, 1.5, 36_501]) expect((await keepFor(person, days)).status).toBe(400);
  await expectOk(keepFor(person, 60));
  expect(await of()).toMatchObject({ days: 60 });
  await expectOk(keepFor(person, null));
  expect(await of()).toEqual({ days: 10, own: null, server: 10, plan: 90 });
});

test("a smaller plan deletes nothing that was there, and what comes later as it says", async () => {
  await working();
  const { person, sessionId: old } = await conversation();
  const { db } = await testDatabase();
  const setPlan = (plan: "free" | "pro" | "enterprise") =>
    db.update(orgs).set({ plan }).where(eq(orgs.id, person.orgId));
  await setPlan("enterprise");
  await turn(person, old, "Long ago");
  await age(old, 400);
  const sinceLong = sql`now() - interval '500 days'`;
  await db.update(table).set({ planDaysSince: sinceLong }).where(eq(table.id, person.slug));
  expect(await sweep()).toBe(0);
  for (const plan of ["pro", "free"] as const) {
    await setPlan(plan);
    expect(await sweep()).toBe(0);
  }
  expect(await readMessages(person, old)).toHaveLength(2);
  // A hundred days later.
  const { appId } = await readSession(person, old);
  const later = await newSession(person, String(appId));
  await turn(person, later, "In the smaller plan");
  await age(later, 95);
  const smaller = sql`now() - interval '100 days'`;
  await db.update(table).set({ planDaysSince: smaller }).where(eq(table.id, person.slug));
  expect(await sweep()).toBeGreaterThan(0);
  expect(await readMessages(person, later)).toEqual([]);
  expect(await readMessages(person, old)).toHaveLength(2);
  // What the team chooses itself is for all.
  await expectOk(keepFor(person, 60));
  expect(await sweep()).toBeGreaterThan(0);
  expect(await readMessages(person, old)).toEqual([]);
});

test("the worker's sweeper sweeps by itself, and ends when told", async () => {
  await working();
  const { person, sessionId } = await conversation();
  await turn(person, sessionId, "Hello");
  await age(sessionId, 3);
  await expectOk(keepFor(person, 2));
  const { db } = await testDatabase();
  const stop = startSweeper(db, true, { firstMs: 10, everyMs: 20 });
  await expect.poll(() => readMessages(person, sessionId), { timeout: 5_000 }).toEqual([]);
  await stop();
  await turn(person, sessionId, "Again");
  await age(sessionId, 3);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await readMessages(person, sessionId)).toHaveLength(2);
});
