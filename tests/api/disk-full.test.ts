import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { createWorker } from "@/lib/server/engine/runs/worker";
import type { Database } from "@/lib/server/platform/db/client";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { provide } from "@/lib/server/platform/process/registry";
import { callAs, expectOk, goodPassword, type Person, type Reply } from "../support/client";
import { closeDatabase, openDatabaseOf } from "../support/database";
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
} from "../support/sessions";
import { canMount, type SmallDisk, smallDisk } from "../support/small-disk";

const reserveMb = 32;
const megabyte = 1_048_576;
const sentence = /^The server's disk is nearly full, so nothing can be saved right now\./;

let disk: SmallDisk;
let database: Database;

const variables = ["DATA_DIR", "UPLOADS_DIR", "DISK_RESERVE_MB", "LOG_LEVEL", "RATE_LIMIT_SCALE"] as const;

function setReserve(megabytes: number): void {
  process.env.DISK_RESERVE_MB = String(megabytes);
  forgetEnv();
}

/** What was measured a moment ago is forgotten. */
const lookAgain = () => provide("disk", undefined);

const upload = (person: Person, sessionId: string, bytes: number) =>
  attach(person, sessionId, "notes.txt", "a".repeat(bytes));

describe.runIf(canMount)("a data folder on a disk of 200 MB", () => {
  const before = variables.map((name) => [name, process.env[name]] as const);
  beforeAll(async () => {
    disk = smallDisk(200);
    provide("log", undefined);
    setReserve(reserveMb);
    database = await openDatabaseOf({
      DATA_DIR: disk.folder,
      UPLOADS_DIR: join(disk.folder, "uploads"),
      LOG_LEVEL: "silent",
      RATE_LIMIT_SCALE: "1000",
    });
  });
  afterAll(async () => {
    await closeDatabase();
    disk.remove();
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    forgetEnv();
  });

  it("refuses writes before it is full, goes on reading and deleting, and takes writes again once there is room", async () => {
    const { person, sessionId } = await conversation();
    await expectOk(say(person, sessionId, { message: "Waiting in the queue" }));
    const spare = await newSession(person, String((await readSession(person, sessionId)).appId));
    disk.fill((reserveMb - 1) * megabyte);
    onTestFinished(disk.clear);
    lookAgain();
    const refused = [
      await say(person, sessionId, { message: "More" }),
      await callAs(sessions.edit, { ...at(person, sessionId), body: { name: "Other" } }),
      await upload(person, sessionId, 10),
      await callAs(accounts.register, { body: { name: "New", email: "new@example.test", password: goodPassword } }),
    ];
    for (const { status, body } of refused)
      expect({ status, ...(body as object) }).toEqual({
        status: 507,
        code: "full",
        error: expect.stringMatching(sentence),
      });
    expect((await callAs(sessions.edit, { params: at(person, sessionId).params, body: { name: "x" } })).status).toBe(
      401,
    );

    const worker = createWorker(database.db, "on-a-full-disk");
    onTestFinished(() => worker.stop());
    expect((await callAs(accounts.login, { body: { email: person.email, password: goodPassword } })).status).toBe(200);
    expect((await callAs(sessions.remove, at(person, spare))).status).toBe(200);
    expect(await readMessages(person, sessionId)).toHaveLength(1);
    await sleep(1_500);
    expect((await readSession(person, sessionId)).status).toBe("queued");

    disk.clear();
    expect((await settled(person, sessionId, 10_000)).lastRun?.status).toBe("completed");
    await expectOk(say(person, sessionId, { message: "Again" }));
    await settled(person, sessionId);
    expect(await readMessages(person, sessionId)).toHaveLength(4);
  });

  it("refuses an upload that would go into the reserve, by its length and as it comes", async () => {
    const { person, sessionId } = await conversation();
    disk.fill((reserveMb + 10) * megabyte);
    onTestFinished(disk.clear);
    lookAgain();
    const length = { "content-length": String(20 * megabyte) };
    const told = await callAs(sessions.addFile, { ...at(person, sessionId), body: new FormData(), headers: length });
    expect(told.status).toBe(507);
    expect((await upload(person, sessionId, 20 * megabyte)).status).toBe(507);
    lookAgain();
    expect((await upload(person, sessionId, megabyte)).status).toBe(200);
  });

  it("leaves nothing of an upload for which there was no room after all", async () => {
    const { person, sessionId } = await conversation();
    setReserve(0);
    onTestFinished(() => setReserve(reserveMb));
    disk.fill(5 * megabyte);
    onTestFinished(disk.clear);
    const { status, body } = await upload(person, sessionId, 20 * megabyte);
    expect({ status, ...(body as object) }).toEqual({
      status: 507,
      code: "full",
      error: expect.stringMatching(sentence),
    });
    expect(readdirSync(join(disk.folder, "tmp"))).toEqual([]);
    expect(disk.free()).toBeGreaterThan(4 * megabyte);
  });

  it("keeps all that it accepted when the database has no room for its own log", { timeout: 120_000 }, async () => {
    const { person, sessionId } = await conversation();
    const appId = String((await readSession(person, sessionId)).appId);
    setReserve(0);
    onTestFinished(() => setReserve(reserveMb));
    disk.fill(24 * megabyte);
    onTestFinished(disk.clear);
    const accepted = new Map<string, string>();
    const refused: Reply<unknown>[] = [];
    const to = { token: person.token, params: { resourceSlug: person.slug } };
    // Long messages into sessions of their own, until nothing is taken any more.
    for (let i = 0; i < 2_000 && refused.length < 20; i += 1) {
      const made = await callAs(sessions.add, { ...to, body: { id: appId } });
      const id = String((made.body as { _id?: string })._id);
      const message = randomBytes(30_000).toString("hex");
      const said = made.status === 200 ? await say(person, id, { message }) : made;
      if (said.status === 200) accepted.set(id, message);
      else refused.push(said);
    }
    expect(accepted.size).toBeGreaterThan(50);
    // Longer than the database's start is waited for: it must be tried again.
    for (const until = performance.now() + 12_000; performance.now() < until; await sleep(100))
      refused.push(await callAs(sessions.add, { ...to, body: { id: appId } }));
    for (const { status, body, response } of refused) {
      expect([503, 507], JSON.stringify(body)).toContain(status);
      if (status === 503) expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    disk.clear();
    await expect
      .poll(
        () =>
          database.pool.query("select 1").then(
            () => true,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true);
    for (const [id, message] of accepted) {
      expect((await readMessages(person, id)).map(({ text }) => text)).toEqual([message]);
      const log = await readLog(person, id);
      expect(log.map(({ seq }) => seq)).toEqual(log.map((_, i) => i + 1));
    }
    // Sessions that were refused hold nothing half; the tables and their indexes agree, and take writes again.
    const { rows } = await database.pool.query(
      "select s.id from sessions s where s.last_seq <> (select count(*) from session_events e where e.session_id = s.id)",
    );
    expect(rows).toEqual([]);
    for (const table of ["sessions", "session_events"]) await database.pool.query(`vacuum (full) ${table}`);
    await expectOk(say(person, sessionId, { message: "Room again" }));
  });
});
