import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { sessions } from "@/lib/contract/sessions/schemas";
import { registerToolSource, removeToolSource } from "@/lib/server/engine/runs/calls/tools";
import { partialMessages, runs } from "@/lib/server/platform/db/tables/sessions";
import { wait } from "@/lib/utils/wait";
import { callAs, expectOk } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { failingWrites } from "../support/database-trouble";
import { replaceNotify } from "../support/notify-trouble";
import { openAiForAll, workWithOpenAi } from "../support/open-ai";
import { bodies, newWriter, started, toldIn } from "../support/process-runs";
import { at, conversation, readSession, runOf, say, settled } from "../support/sessions";
import { newProcess, newTask } from "../support/tasks";

const recording = vi.hoisted(() => ({ delayMs: 0 }));
vi.mock("@/lib/server/engine/runs/outcome/finish", async (original) => {
  const finish = await original<typeof import("@/lib/server/engine/runs/outcome/finish")>();
  const recordEvents: typeof finish.recordEvents = async (...args) => {
    await wait(recording.delayMs);
    return finish.recordEvents(...args);
  };
  return { ...finish, recordEvents };
});

ownDatabase();
afterEach(() => removeToolSource("test"));

it("ends a waiting run that was stopped while nobody could be told and its end could not be written", async () => {
  const { pool, db } = await testDatabase();
  // After a failure of the database a worker leaves the leases of others alone for two heartbeats.
  const { standin, end } = await workWithOpenAi({ pollMs: 100, heartbeatMs: 2_000 });
  onTestFinished(end);
  const tool = { name: "pay", description: "Pays", parameters: { type: "object" } as const, repeatable: false };
  registerToolSource("test", async () => [{ ...tool, requireApproval: true, execute: async () => "paid" }]);
  const config = { api_key: standin.key };
  const { person, sessionId } = await conversation("gpt-4o", { provider: "open_ai", config });
  standin.behave({ tools: [{ name: "pay", input: {} }] });
  await expectOk(say(person, sessionId, { message: "Pay" }));
  expect((await settled(person, sessionId)).lastRun?.status).toBe("waiting");
  const trouble = await failingWrites(pool, ["session_events"]);
  const tellAgain = await replaceNotify("raise exception 'too many' using errcode = '53300'");
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
  expect((await settled(person, sessionId)).lastRun).toMatchObject({ status: "cancelled", reason: "Canceled." });
});

describe("a worker without heartbeats", () => {
  const standin = openAiForAll({ pollMs: 100, heartbeatMs: 600_000 });

  it("immediately ends the open call of a worker whose lease has run out", async () => {
    const { db } = await testDatabase();
    const [begun, aborted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const tool = { name: "wait", description: "Waits", parameters: { type: "object" } as const, repeatable: true };
    const execute = (_input: unknown, signal: AbortSignal) => {
      begun.resolve();
      signal.addEventListener("abort", () => aborted.resolve());
      return new Promise<never>(() => undefined);
    };
    registerToolSource("test", async () => [{ ...tool, execute }]);
    const config = { api_key: standin().key };
    const { person, sessionId } = await conversation("gpt-4o", { provider: "open_ai", config });
    standin().behave({ tools: [{ name: "wait", input: {} }] });
    await expectOk(say(person, sessionId, { message: "Wait" }));
    await begun.promise;
    await db
      .update(runs)
      .set({ leaseUntil: new Date(0) })
      .where(eq(runs.sessionId, sessionId));
    await expectOk(callAs(sessions.cancel, at(person, sessionId)));
    await aborted.promise;
    expect((await settled(person, sessionId)).lastRun?.status).toBe("cancelled");
  });

  it("counts what delegated work had cost when the run is stopped", async () => {
    const { person, modelId, agentId } = await newWriter(standin().key);
    const taskId = await newTask(person, "Launch", { description: "Launch it." });
    const appId = await newProcess(person, [taskId], {
      process: "hierarchical",
      managerModelId: modelId,
      agentIds: [agentId],
    });
    standin().requests.length = 0;
    standin().behave((request) =>
      toldIn(request).includes("You are Manager")
        ? { tools: [{ name: "delegate_work", input: { agent: "Writer", work: "Write." } }] }
        : { text: "One word after another. ".repeat(200), tps: 20 },
    );
    const sessionId = await started(person, appId);
    await expect.poll(() => standin().requests.length, { timeout: 15_000 }).toBe(2);
    await expect.poll(() => savedText(sessionId), { timeout: 15_000 }).toContain("One word after another.");
    const before = (await readSession(person, sessionId)).usage;
    // The run must not end before it is recorded, however long that takes.
    recording.delayMs = 500;
    onTestFinished(() => {
      recording.delayMs = 0;
    });
    await expectOk(callAs(sessions.cancel, at(person, sessionId)));
    expect((await settled(person, sessionId)).lastRun?.status).toBe("cancelled");
    expect(await bodies(person, sessionId, "step")).toMatchObject([
      { finishReason: "tool-calls" },
      { finishReason: "cut" },
    ]);
    const { inputTokens, outputTokens } = (await readSession(person, sessionId)).usage;
    expect(inputTokens).toBeGreaterThan(before.inputTokens);
    expect(outputTokens).toBeGreaterThan(before.outputTokens);
  });
});

/** What is saved so far of the messages that are being written. */
async function savedText(sessionId: string): Promise<string> {
  const { db } = await testDatabase();
  const rows = await db.select().from(partialMessages).where(eq(partialMessages.sessionId, sessionId));
  return rows.map(({ text }) => text).join("");
}
