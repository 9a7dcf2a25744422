import { and, eq } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { Permission } from "@/lib/permissions/bits";
import { makeWorker } from "@/lib/server/runs/worker";
import { teamMembers } from "@/lib/server/teams/table";
import { newPerson } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { joinTeam, newApp, newSession, readMessages, say, settled } from "../support/sessions";

ownDatabase();

it("a run whose principal has left the team is not worked", async () => {
  const [ada, bob] = [await newPerson(), await newPerson("Bob")];
  await joinTeam(bob, ada.slug, [Permission.CREATE_APP]);
  const guest = { ...bob, slug: ada.slug };
  const sessionId = await newSession(guest, await newApp(ada));
  expect((await say(guest, sessionId, { message: "Hello" })).status).toBe(200);
  const { db } = await testDatabase();
  await db.delete(teamMembers).where(and(eq(teamMembers.teamId, ada.slug), eq(teamMembers.accountId, bob.accountId)));
  const worker = makeWorker(db, "worker-late");
  onTestFinished(() => worker.stop());
  const { lastRun } = await settled(ada, sessionId);
  expect(lastRun).toEqual({ status: "error", reason: "Whoever started this run is no longer in the team." });
  expect(await readMessages(ada, sessionId)).toHaveLength(1);
});
