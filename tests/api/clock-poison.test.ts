import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { apps } from "@/lib/contract/apps/schemas";
import type { Session } from "@/lib/contract/sessions/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { startDueSyncs } from "@/lib/server/engine/knowledge/pipeline/work/due";
import { handleDeadlines } from "@/lib/server/engine/runs/deadlines";
import type { Worker } from "@/lib/server/engine/runs/worker";
import { apps as appRows } from "@/lib/server/platform/db/tables/apps";
import { datasources } from "@/lib/server/platform/db/tables/datasources";
import { inputRequests } from "@/lib/server/platform/db/tables/input-requests";
import { runs } from "@/lib/server/platform/db/tables/sessions";
import { newId } from "@/lib/server/platform/ids/ids";
import { startDueApps } from "@/lib/server/resources/apps/due";
import { guardedTools, waitingApproval } from "../support/approvals";
import { callAs, expectOk, newPerson } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { newApp, settled, testWorker } from "../support/sessions";

ownDatabase();

let worker: Worker;
beforeAll(async () => {
  worker = await testWorker();
});
afterAll(() => worker.stop());

const anyone = { assignee: { type: "anyone" as const }, passTo: null };

it("a deadline that can't be worked, and many of them, keep no other from being worked", async () => {
  guardedTools({ asks: { ...anyone, minutes: 5, onDeadline: "reject" } });
  const { person, sessionId, requestId } = await waitingApproval();
  const { db } = await testDatabase();
  const [row] = await db.select().from(inputRequests);
  const past = (i: number) => new Date(Date.now() - 60_000 * (200 - i));
  // Questions that are in no log.
  const stuck = Array.from({ length: 120 }, (_, i) => ({ ...row, id: `request_stuck_${i}`, deadline: past(i) }));
  await db.insert(inputRequests).values(stuck as never);
  await db
    .update(inputRequests)
    .set({ deadline: new Date(Date.now() - 1_000) })
    .where(sql`id = ${requestId}`);
  await handleDeadlines(db);
  expect((await settled(person, sessionId)).lastRun?.status).toBe("completed");
  const [run] = await db.select().from(runs);
  expect(run?.status).toBe("completed");
});

it("a schedule that breaks keeps no other from starting", async () => {
  const person = await newPerson();
  const [broken, good] = [await newApp(person), await newApp(person)];
  const schedule = { type: "cron", unit: "day", message: "Good morning" };
  const to = (appId: string) => ({ token: person.token, params: { resourceSlug: person.slug, appId } });
  for (const id of [broken, good]) await expectOk(callAs(apps.edit, { ...to(id), body: { schedule } }));
  const { db } = await testDatabase();
  await db
    .update(appRows)
    .set({ nextDue: new Date(Date.now() - 60_000) })
    .where(sql`id = ${broken}`);
  await db
    .update(appRows)
    .set({ nextDue: new Date(Date.now() - 1_000) })
    .where(sql`id = ${good}`);
  await db.execute(
    sql.raw(`create function broken() returns trigger as $$ begin raise exception 'broken'; end $$ language plpgsql;
    create trigger broken before update on apps for each row when (old.id = '${broken}') execute function broken()`),
  );
  await startDueApps(db);
  await db.execute(sql`drop trigger broken on apps`);
  const list = callAs(sessions.list, { token: person.token, params: { resourceSlug: person.slug }, query: {} });
  const { sessions: found } = (await expectOk(list)) as unknown as { sessions: Session[] };
  expect(found.map(({ appId }) => appId)).toEqual([good]);
  await settled(person, found[0]?._id ?? "");
});

it("a sync schedule that breaks keeps no other from starting", async () => {
  const { db } = await testDatabase();
  const { slug: teamId } = await newPerson();
  const [broken, good] = [newId("datasource"), newId("datasource")];
  const row = { teamId, sourceType: "file", status: "ready", scheduleUnit: "month" } as const;
  const chunking = { strategy: "recursive", size: 1_000, overlap: 150 } as const;
  const due = (ms: number) => ({ ...row, chunking, nextDue: new Date(Date.now() - ms) });
  await db.insert(datasources).values([
    { ...due(60_000), id: broken, name: "Broken" },
    { ...due(1_000), id: good, name: "Good" },
  ]);
  await db.execute(
    sql.raw(`create function broken_sync() returns trigger as $$ begin raise exception 'broken'; end $$ language plpgsql;
    create trigger broken_sync before update on datasources for each row when (old.id = '${broken}')
    execute function broken_sync()`),
  );
  await startDueSyncs(db);
  const { rows } = await db.execute(sql`select id from datasources where next_due > now()`);
  expect(rows).toEqual([{ id: good }]);
});
