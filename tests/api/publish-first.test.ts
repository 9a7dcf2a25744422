import { expect, it, onTestFinished } from "vitest";
import { followSession } from "@/lib/server/engine/runs/log/hub";
import { ownDatabase, testDatabase } from "../support/database";
import { replaceNotify } from "../support/notify-trouble";
import { conversation, say, testWorker } from "../support/sessions";

ownDatabase();

it("gives readers here the end of a run while telling other processes takes long", { timeout: 60_000 }, async () => {
  const worker = await testWorker();
  onTestFinished(() => worker.stop());
  const { pool } = await testDatabase();
  const { person, sessionId } = await conversation();
  const restore = await replaceNotify("perform pg_advisory_xact_lock(4711)");
  const holder = await pool.connect();
  await holder.query("select pg_advisory_lock(4711)");
  const ends: unknown[] = [];
  onTestFinished(
    followSession(sessionId, 0, ({ kind, body }) => {
      if (kind === "status") ends.push((body as { runStatus: string }).runStatus);
    }),
  );
  await say(person, sessionId, { message: "Hello" });
  await expect.poll(() => ends.at(-1), { timeout: 10_000 }).toBe("completed");
  const waiting = "select 1 from pg_locks where locktype = 'advisory' and not granted";
  await expect.poll(async () => (await holder.query(waiting)).rowCount, { timeout: 10_000 }).toBeGreaterThan(0);
  await holder.query("select pg_advisory_unlock(4711)");
  holder.release();
  await restore();
});
