import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import { sessions } from "@/lib/contract/sessions/schemas";
import { registerToolSource, removeToolSource } from "@/lib/server/engine/runs/calls/tools";
import { followSession } from "@/lib/server/engine/runs/log/hub";
import { startWorker, type Worker } from "@/lib/server/engine/runs/worker";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { pixel } from "../support/pixel";
import { at, attach, newApp, newSession, readLog, readMessages, say, settled } from "../support/sessions";
import type { Plan, Standin } from "../support/standins/types";
import { openSubject, type Subject, subjects } from "../support/subjects";

ownDatabase();

const standins = new Map<Subject, Standin>();
const set: string[] = [];
let worker: Worker;
beforeAll(async () => {
  for (const subject of subjects) {
    const { standin } = await openSubject(subject);
    standins.set(subject, standin);
    for (const [name, value] of Object.entries(subject.variables?.(standin) ?? {})) {
      process.env[name] = value;
      set.push(name);
    }
  }
  forgetEnv();
  worker = startWorker((await testDatabase()).db);
});
afterAll(async () => {
  await worker.stop();
  for (const name of set) delete process.env[name];
  forgetEnv();
});

describe.each(subjects)("a session with $type", (subject) => {
  const standin = () => standins.get(subject) as Standin;

  let person: Person;
  let app: string;
  beforeAll(async () => {
    person = await newPerson();
    const config = subject.config(standin(), subject.model);
    // Saving the model is a call of its own: the connection check.
    app = await newApp(person, { provider: subject.type, model: subject.model, config });
    expect(standin().requests).toHaveLength(1);
  });

  /** A new session, whose provider does as planned from then on. */
  async function conversation(plan: Plan): Promise<string> {
    standin().behave(plan);
    standin().requests.length = 0;
    return newSession(person, app);
  }

  it("streams the answer to its readers, and keeps it with its counts", async () => {
    const sessionId = await conversation({ text: "All is well with the whole wide world.", tps: 10 });
    const events: SessionEvent[] = [];
    const stop = followSession(sessionId, 0, (event) => events.push(event));
    await say(person, sessionId, { message: "How are you?" });
    const session = await settled(person, sessionId);
    stop();
    expect(session.lastRun).toEqual({ status: "completed", reason: null });
    expect([session.usage.inputTokens > 10, session.usage.outputTokens]).toEqual([true, 10]);
    const deltas = events.filter(({ kind }) => kind === "delta").map(({ body }) => (body as { text: string }).text);
    expect(deltas.length).toBeGreaterThan(2);
    expect("All is well with the whole wide world.").toContain(deltas.join(""));
    expect((await readMessages(person, sessionId)).at(-1)).toMatchObject({
      text: "All is well with the whole wide world.",
      completed: true,
    });
    const step = (await readLog(person, sessionId)).find(({ kind }) => kind === "step");
    expect(step?.body).toMatchObject({ provider: subject.type, outputTokens: 10, finishReason: "stop" });
  });

  it("calls a tool, gives back its result, and sees an attached image", async () => {
    registerToolSource("test", async () => [
      {
        name: "add",
        description: "Adds",
        parameters: { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
        repeatable: true,
        execute: async (input) => `sum of ${JSON.stringify(input)}`,
      },
    ]);
    try {
      const sessionId = await conversation([
        { tools: [{ name: "add", input: { a: 40 } }] },
        { text: "It is forty-two." },
      ]);
      const file = await expectOk(attach(person, sessionId, "dot.png", pixel));
      await say(person, sessionId, { message: "Add to 40", fileIds: [file._id] });
      expect((await settled(person, sessionId)).lastRun?.status).toBe("completed");
      expect((await readMessages(person, sessionId)).at(-1)?.text).toBe("It is forty-two.");
      const [first, second] = standin().requests;
      expect(standin().dialect.imagesIn(first?.body ?? {})).toHaveLength(1);
      expect(JSON.stringify(second?.body)).toMatch(/sum of \{\\+"a\\+":40\}/);
    } finally {
      removeToolSource("test");
    }
  });

  it.each([
    ["talks on", { text: "on and on ".repeat(400), tps: 10 }],
    ["hangs before its answer", { fault: { kind: "hang", at: "before_headers" } }],
    ["hangs in mid-answer", { text: "one two three four", fault: { kind: "hang", at: "mid_stream" } }],
  ] as const)("lets the provider go within a second of Stop when it %s", async (_title, behaviour) => {
    const sessionId = await conversation(behaviour);
    await say(person, sessionId, { message: "Hello" });
    await expect.poll(() => standin().requests.length).toBe(1);
    const asked = Date.now();
    await callAs(sessions.cancel, at(person, sessionId));
    expect((await settled(person, sessionId)).lastRun).toEqual({ status: "cancelled", reason: "Canceled." });
    await expect.poll(() => standin().requests[0]?.abortedAt ?? 0).toBeGreaterThan(0);
    expect((standin().requests[0]?.abortedAt ?? 0) - asked).toBeLessThan(1_000);
  });

  it("ends in a sentence without a secret when the provider repeats the key", async () => {
    const sessionId = await conversation({ text: "a b c d e", fault: { kind: "echo_key", at: "event" } });
    await say(person, sessionId, { message: "Hello" });
    const session = await settled(person, sessionId);
    expect(session.lastRun).toEqual({
      status: "error",
      reason: expect.stringMatching(
        /^“Model” failed\. The provider reported: Your key \[secret\] was revoked\. Try again/,
      ),
    });
    const seen = JSON.stringify([session, await readLog(person, sessionId), await readMessages(person, sessionId)]);
    expect(seen).not.toContain(standin().key);
  });
});
