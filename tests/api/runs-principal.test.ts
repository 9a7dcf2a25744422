import { and, eq } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { Permission } from "@/lib/permissions/bits";
import { registerToolSource, removeToolSource } from "@/lib/server/engine/runs/calls/tools";
import { createWorker } from "@/lib/server/engine/runs/worker";
import { teamMembers } from "@/lib/server/platform/db/tables/teams";
import { newPerson } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { joinTeam, newApp, newSession, readLog, readMessages, say, settled } from "../support/sessions";

ownDatabase();

/** Somebody in another's team, and a way to put them out of it. */
async function guest(model?: string) {
  const [ada, bob] = [await newPerson(), await newPerson("Bob")];
  await joinTeam(bob, ada.slug, [Permission.CREATE_APP]);
  const sessionId = await newSession({ ...bob, slug: ada.slug }, await newApp(ada, model ? { model } : {}));
  const { db } = await testDatabase();
  const here = and(eq(teamMembers.teamId, ada.slug), eq(teamMembers.accountId, bob.accountId));
  return { ada, bob: { ...bob, slug: ada.slug }, sessionId, db, leave: () => db.delete(teamMembers).where(here) };
}

const gone = { status: "error", reason: "The member who started this run no longer has access." };

it("a run whose principal has left the team is not worked", async () => {
  const { ada, bob, sessionId, db, leave } = await guest();
  expect((await say(bob, sessionId, { message: "Hello" })).status).toBe(200);
  await leave();
  const worker = createWorker(db, "worker-late");
  onTestFinished(() => worker.stop());
  const { lastRun } = await settled(ada, sessionId);
  expect(lastRun).toEqual(gone);
  expect(await readMessages(ada, sessionId)).toHaveLength(1);
});

it("a run whose principal leaves in the middle of it calls no tool any more, and the model not again", async () => {
  const { ada, bob, sessionId, db, leave } = await guest("demo-chat:ttft=0,tps=2000,tools=1");
  let called = 0;
  const parameters = { type: "object" as const, properties: { amount: { type: "number" as const } } };
  const execute = async () => `paid ${++called}`;
  const tool = { name: "pay", description: "Pays", parameters, repeatable: false, execute };
  // Tools are loaded after the run has begun and before its model is called.
  registerToolSource("test", async () => {
    await leave();
    return [tool];
  });
  const worker = createWorker(db, "worker-leaving", { pollMs: 20 });
  onTestFinished(async () => {
    removeToolSource("test");
    await worker.stop();
  });
  expect((await say(bob, sessionId, { message: "pay 40" })).status).toBe(200);
  expect((await settled(ada, sessionId)).lastRun).toEqual(gone);
  expect(called).toBe(0);
  expect((await readLog(ada, sessionId)).filter(({ kind }) => kind === "step")).toHaveLength(1);
});
