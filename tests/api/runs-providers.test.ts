import { describe, expect, it } from "vitest";
import { sessions } from "@/lib/contract/sessions/schemas";
import { callAs, newPerson, type Person } from "../support/client";
import { openAiForAll } from "../support/open-ai";
import { at, newApp, newSession, readLog, readMessages, say, settled } from "../support/sessions";
import type { Fault, Plan } from "../support/standins/types";

const standin = openAiForAll({ silenceMs: 4_000 });

/** A session on a model of the stand-in, which does as planned from then on: saving the model has called it too. */
async function conversation(plan: Plan, model = "gpt-4o"): Promise<{ person: Person; sessionId: string }> {
  standin().behave({});
  const person = await newPerson();
  const app = await newApp(person, { provider: "open_ai", model, config: { api_key: standin().key } });
  standin().behave(plan);
  return { person, sessionId: await newSession(person, app) };
}

describe("a provider over HTTP", () => {
  it("answers, and what it cost is on the step and the session", async () => {
    const { person, sessionId } = await conversation({ text: "All is well." });
    await say(person, sessionId, { message: "How are you?" });
    const session = await settled(person, sessionId);
    const { inputTokens, outputTokens, costUsd } = session.usage;
    expect([session.lastRun?.status, outputTokens > 0]).toEqual(["completed", true]);
    expect(costUsd).toBeCloseTo((inputTokens * 2.5 + outputTokens * 10) / 1_000_000, 12);
    expect((await readMessages(person, sessionId)).at(-1)).toMatchObject({ text: "All is well.", completed: true });
    const step = (await readLog(person, sessionId)).find(({ kind }) => kind === "step");
    expect(step?.body).toMatchObject({ provider: "open_ai", inputTokens, outputTokens, costUsd, finishReason: "stop" });
  });

  const early: [string, Fault, RegExp][] = [
    ["refuses the key", { kind: "echo_key" }, /^“Model” failed\. .*rejected the API key \(401\).*model's settings\.$/],
    [
      "limits requests",
      { kind: "status", status: 429, retryAfter: "60" },
      /^“Model” failed\. .*\(429\).*in 60 seconds\.$/,
    ],
    ["has a problem", { kind: "status", status: 500 }, /internal error \(500\)/],
    ["hangs", { kind: "hang", at: "before_headers" }, /^“Model” failed\. .*sent no data for 4 seconds/],
    ["answers nothing", { kind: "empty" }, /empty response|empty answer/],
  ];
  it.each(early)("that %s ends the run in an error that a user understands", async (_, fault, reason) => {
    const { person, sessionId } = await conversation({ fault });
    await say(person, sessionId, { message: "Hello" });
    const session = await settled(person, sessionId);
    expect(session).toMatchObject({ status: "waiting", lastRun: { status: "error" }, messageCount: 1 });
    expect(session.lastRun?.reason).toMatch(reason);
    expect(JSON.stringify([session, await readLog(person, sessionId)])).not.toContain(standin().key);
    expect(await readMessages(person, sessionId)).toHaveLength(1);
  });

  it("does not know a model", async () => {
    const { person, sessionId } = await conversation({}, "gpt-none");
    await say(person, sessionId, { message: "Hello" });
    expect((await settled(person, sessionId)).lastRun?.reason).toMatch(
      /^“Model” failed\. .*recognize this model \(404\)/,
    );
  });

  const late: [string, Fault, RegExp][] = [
    ["ends too early", { kind: "cut", at: "mid_stream" }, /ended before it was complete/],
    [
      "loses the connection",
      { kind: "cut", at: "mid_stream", rudely: true },
      /ended before it was complete|connection/i,
    ],
    ["falls silent", { kind: "hang", at: "mid_stream" }, /sent no data for 4 seconds/],
    ["reports an error", { kind: "stream_error", message: "Overloaded just now" }, /Overloaded just now/],
  ];
  it.each(late)("that %s in mid-answer leaves the text so far, marked as cut", async (_, fault, reason) => {
    const { person, sessionId } = await conversation([
      { text: "One two three four five six", fault },
      { text: "Better now" },
    ]);
    await say(person, sessionId, { message: "Hello" });
    const session = await settled(person, sessionId);
    expect(session.lastRun).toMatchObject({ status: "error", reason: expect.stringMatching(reason) });
    const cut = (await readMessages(person, sessionId)).at(-1);
    expect(cut).toMatchObject({ role: "assistant", completed: false });
    expect("One two three four five six").toContain(cut?.text.trim());
    await say(person, sessionId, { replaces: cut?._id });
    expect((await settled(person, sessionId)).lastRun?.status).toBe("completed");
    const texts = (await readMessages(person, sessionId)).map(({ text }) => text);
    expect(texts).toEqual(["Hello", "Better now"]);
  });

  it.each([
    ["talks on", { text: "on and on ".repeat(400), tps: 20 }],
    ["hangs before its answer", { fault: { kind: "hang", at: "before_headers" } as const }],
  ])("that %s is let go within a second of Stop", async (_, behaviour) => {
    const { person, sessionId } = await conversation(behaviour);
    const before = standin().requests.length;
    await say(person, sessionId, { message: "Hello" });
    await expect.poll(() => standin().requests.length).toBe(before + 1);
    const asked = Date.now();
    await callAs(sessions.cancel, at(person, sessionId));
    const session = await settled(person, sessionId);
    expect(session.lastRun).toEqual({ status: "cancelled", reason: "Canceled." });
    await expect.poll(() => standin().requests.at(-1)?.abortedAt ?? 0).toBeGreaterThan(0);
    expect((standin().requests.at(-1)?.abortedAt ?? 0) - asked).toBeLessThan(1_000);
    expect(Date.now() - asked).toBeLessThan(1_000);
  });
});
