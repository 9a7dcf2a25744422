import { eq } from "drizzle-orm";
import { afterEach, expect, it } from "vitest";
import { sessions } from "@/lib/contract/sessions";
import { registerToolSource, removeToolSource } from "@/lib/server/runs/tools";
import { runs } from "@/lib/server/sessions/table";
import { callAs, expectOk } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { failingWrites } from "../support/database-trouble";
import { openAiForAll } from "../support/open-ai";
import { at, conversation, runOf, say, settled } from "../support/sessions";

ownDatabase();
const standin = openAiForAll({ pollMs: 100 });
afterEach(() => removeToolSource("test"));

/** Lets every NOTIFY fail until the function that is returned is called. */
async function withoutNotify(): Promise<() => Promise<unknown>> {
  const { pool } = await testDatabase();
  // Stands before PostgreSQL's own for new connections.
  await pool.query("alter role current_user set search_path = public, pg_catalog");
  await pool.query(`create function public.pg_notify(text, text) returns void language plpgsql as
    $$ begin raise exception 'too many' using errcode = '53300'; end $$`);
  const others = "from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
  await pool.query(`select pg_terminate_backend(pid) ${others}`);
  await pool.query("select pg_terminate_backend(pg_backend_pid())").catch(() => undefined);
  const refused = () => pool.query("select pg_notify('test', 'test')").catch((error: Error) => error.message);
  for (let times = 0; times < 5; times += 1) await expect.poll(refused).toBe("too many");
  return () => pool.query("drop function public.pg_notify(text, text)");
}

it("ends a waiting run that was stopped while nobody could be told and its end could not be written", async () => {
  const { pool, db } = await testDatabase();
  const tool = { name: "pay", description: "Pays", parameters: { type: "object" } as const, repeatable: false };
  registerToolSource("test", async () => [{ ...tool, requireApproval: true, execute: async () => "paid" }]);
  const config = { api_key: standin().key };
  const { person, sessionId } = await conversation("gpt-4o", { provider: "open_ai", config });
  standin().behave({ tools: [{ name: "pay", input: {} }] });
  await expectOk(say(person, sessionId, { message: "Pay" }));
  expect((await settled(person, sessionId)).lastRun?.status).toBe("waiting");
  const trouble = await failingWrites(pool, ["session_events"]);
  const tellAgain = await withoutNotify();
  await trouble.begin();
  await callAs(sessions.cancel, at(person, sessionId));
  await trouble.end();
  await tellAgain();
  expect((await runOf(sessionId)).status).not.toBe("cancelled");
  // As after a while.
  await db
    .update(runs)
    .set({ leaseUntil: new Date(0) })
    .where(eq(runs.sessionId, sessionId));
  await expect.poll(async () => (await runOf(sessionId)).status, { timeout: 20_000 }).toBe("cancelled");
  expect((await settled(person, sessionId)).lastRun).toMatchObject({ status: "cancelled", reason: "Stopped." });
});
