import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import type { Message } from "@/lib/contract/sessions/message";
import { sessions } from "@/lib/contract/sessions/schemas";
import { LeaseLostError } from "@/lib/server/engine/runs/lease/lease";
import type { NewEvent } from "@/lib/server/engine/runs/log/events";
import { followSession } from "@/lib/server/engine/runs/log/hub";
import { addText, closeText, openText } from "@/lib/server/engine/runs/log/writer";
import { endRun, recordEvents } from "@/lib/server/engine/runs/outcome/finish";
import { suspendRun } from "@/lib/server/engine/runs/outcome/suspend";
import { createWorker, type Worker } from "@/lib/server/engine/runs/worker";
import { partialMessages, runs } from "@/lib/server/platform/db/tables/sessions";
import { callAs, newPerson } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import {
  at,
  conversation,
  expectHidden,
  loseLease,
  newApp,
  newSession,
  readLog,
  readMessages,
  readSession,
  runOf,
  say,
  settled,
  testWorker,
} from "../support/sessions";

ownDatabase();

let worker: Worker;
beforeAll(async () => {
  worker = await testWorker();
});
afterAll(() => worker.stop());

/** What a reader has on its screen who puts events and live text together. */
function reader(sessionId: string, after = 0) {
  const events: SessionEvent[] = [];
  const texts = new Map<string, string>();
  const gaps: string[] = [];
  const stop = followSession(sessionId, after, (event) => {
    events.push(event);
    const body = event.body as { messageId: string; offset: number; text: string; _id: string };
    if (event.kind === "partial") texts.set(body.messageId, body.text);
    if (event.kind === "delta") {
      const have = texts.get(body.messageId) ?? "";
      if (have.length !== body.offset) gaps.push(`${have.length}/${body.offset}`);
      texts.set(body.messageId, have.slice(0, body.offset) + body.text);
    }
    if (event.kind === "discard") texts.delete(body.messageId);
  });
  return { events, texts, gaps, stop, seqs: () => events.flatMap(({ seq }) => seq ?? []) };
}

describe("a chat run", () => {
  it("streams an answer, stores it once and waits for the next message", async () => {
    const { person, sessionId } = await conversation();
    const live = reader(sessionId);
    expect((await say(person, sessionId, { message: "Show me the steps to plan a trip" })).status).toBe(200);
    const session = await settled(person, sessionId);
    expect(session).toMatchObject({
      status: "waiting",
      lastRun: { status: "completed", reason: null },
      messageCount: 2,
      name: "Show me the steps to plan a trip",
    });
    expect(session.usage.outputTokens).toBeGreaterThan(10);
    const [user, answer] = await readMessages(person, sessionId);
    expect([user?.role, answer?.role, answer?.completed]).toEqual(["user", "assistant", true]);
    expect(answer?.text).toContain("| When | What |");
    await expect.poll(() => live.events.filter(({ kind }) => kind === "status").length).toBe(2);
    live.stop();
    expect(live.gaps).toEqual([]);
    expect(live.texts.get(answer?._id ?? "")).toBe(answer?.text);
    expect(live.seqs()).toEqual([1, 2, 3, 4, 5]);
  });

  it("gives a reader who joins in the middle the same text, without a gap and nothing twice", async () => {
    const { person, sessionId } = await conversation("demo-chat:ttft=1,tps=150,words=150");
    await say(person, sessionId, { message: "Hello there" });
    await new Promise((resolve) => setTimeout(resolve, 500));
    const late = reader(sessionId, 1);
    const again = await say(person, sessionId, { message: "And again" });
    expect([again.status, (again.body as { code: string }).code]).toEqual([409, "conflict"]);
    await settled(person, sessionId);
    await expect
      .poll(() =>
        late.events.some(({ kind, body }) => kind === "status" && (body as { status: string }).status === "waiting"),
      )
      .toBe(true);
    late.stop();
    const messages = await readMessages(person, sessionId);
    const answer = messages.at(-1);
    expect(messages).toHaveLength(2);
    expect(late.gaps).toEqual([]);
    expect(late.events.some(({ kind }) => kind === "partial")).toBe(true);
    expect(late.texts.get(answer?._id ?? "")).toBe(answer?.text);
    expect(late.seqs()).toEqual([2, 3, 4, 5]);
  });

  it("stops within a second, keeps the text so far and goes on afterwards", async () => {
    const { person, sessionId } = await conversation("demo-chat:ttft=1,tps=40,words=600");
    await say(person, sessionId, { message: "Talk for long" });
    await new Promise((resolve) => setTimeout(resolve, 400));
    const asked = Date.now();
    await callAs(sessions.cancel, at(person, sessionId));
    const session = await settled(person, sessionId);
    expect(Date.now() - asked).toBeLessThan(1_000);
    expect(session).toMatchObject({ status: "waiting", lastRun: { status: "cancelled" }, messageCount: 1 });
    const cut = (await readMessages(person, sessionId)).at(-1);
    expect(cut).toMatchObject({ role: "assistant", completed: false });
    expect(cut?.text.length).toBeGreaterThan(10);
    expect((await say(person, sessionId, { message: "Go on" })).status).toBe(200);
    await callAs(sessions.cancel, at(person, sessionId));
    await settled(person, sessionId);
  });

  it("is taken up by another worker when its lease runs out: resumed, once", async () => {
    const { person, sessionId } = await conversation("demo-chat:ttft=1,tps=80,words=150");
    const { db } = await testDatabase();
    const live = reader(sessionId);
    await say(person, sessionId, { message: "Survive this" });
    await new Promise((resolve) => setTimeout(resolve, 700));
    await loseLease(sessionId);
    const other = createWorker(db, "worker-other", { pollMs: 50, heartbeatMs: 1_000 });
    const session = await settled(person, sessionId);
    await other.stop();
    expect(session.lastRun).toMatchObject({ status: "completed" });
    const messages = await readMessages(person, sessionId);
    expect(messages.map(({ role, completed }) => [role, completed])).toEqual([
      ["user", true],
      ["assistant", true],
    ]);
    const kinds = (await readLog(person, sessionId)).map(({ kind }) => kind);
    expect(kinds).toContain("discard");
    expect(kinds.filter((kind) => kind === "notice")).toHaveLength(1);
    await expect.poll(() => live.seqs().length).toBe(session.lastSeq);
    live.stop();
    expect(live.seqs()).toEqual(Array.from({ length: session.lastSeq }, (_, i) => i + 1));
  });

  it("is given back by a worker that stops, without counting as an attempt", async () => {
    const person = await newPerson();
    const sessionId = await newSession(person, await newApp(person, { model: "demo-chat:ttft=1,tps=60,words=120" }));
    await say(person, sessionId, { message: "Carry on elsewhere" });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await worker.stop();
    const { db } = await testDatabase();
    const [run] = await db.select().from(runs).where(eq(runs.sessionId, sessionId));
    expect(run).toMatchObject({ status: "queued", attempt: 0, leaseOwner: null });
    worker = await testWorker();
    expect((await settled(person, sessionId)).lastRun).toMatchObject({ status: "completed" });
    expect(await readMessages(person, sessionId)).toHaveLength(2);
  });

  it("writes nothing for an attempt that has lost its run", async () => {
    const { person, sessionId } = await conversation("demo-chat:ttft=20000");
    const { db } = await testDatabase();
    await say(person, sessionId, { message: "Whose is it?" });
    const mine = await runOf(sessionId);
    const elsewhere = { attempt: 2, leaseOwner: "other", leaseUntil: new Date(Date.now() + 60_000) };
    await db.update(runs).set(elsewhere).where(eq(runs.id, mine.id));
    const before = await readLog(person, sessionId);
    const late: NewEvent = { kind: "notice", body: { code: "resumed", text: "Too late" } };
    await expect(recordEvents(db, mine, { events: [late] })).rejects.toThrow(LeaseLostError);
    const ending = { status: "completed" as const, reason: null, events: [late] };
    await expect(endRun(db, mine, ending)).rejects.toThrow(LeaseLostError);
    await expect(endRun(db, { ...mine, attempt: 2 }, ending)).rejects.toThrow(LeaseLostError);
    // The same worker, in its attempt before.
    await expect(endRun(db, { ...mine, leaseOwner: "other" }, ending)).rejects.toThrow(LeaseLostError);
    expect(await readLog(person, sessionId)).toEqual(before);
    await db
      .update(runs)
      .set({ leaseUntil: new Date(0) })
      .where(eq(runs.id, mine.id));
    await callAs(sessions.cancel, at(person, sessionId));
    expect((await settled(person, sessionId)).lastRun?.status).toBe("cancelled");
  });

  it("saves no text of an attempt that has lost its run", async () => {
    const { sessionId, person } = await conversation("demo-chat:ttft=20000");
    const { db } = await testDatabase();
    await say(person, sessionId, { message: "Whose is it?" });
    const mine = await runOf(sessionId);
    const saved = () => db.select().from(partialMessages).where(eq(partialMessages.sessionId, sessionId));
    const texts = [openText({ ...mine, attempt: 0 }, "message_lost"), openText(mine, "message_held")];
    for (const text of texts) addText(text, "So far");
    await expect.poll(saved).toMatchObject([{ messageId: "message_held", text: "So far" }]);
    for (const text of texts) closeText(text);
    await callAs(sessions.cancel, at(person, sessionId));
    await settled(person, sessionId);
  });

  it("does not wait for anybody once it is to be stopped", async () => {
    const { person, sessionId } = await conversation("demo-chat:ttft=20000");
    const { db } = await testDatabase();
    await say(person, sessionId, { message: "May I?" });
    const [run] = await db.update(runs).set({ cancelRequested: true }).where(eq(runs.sessionId, sessionId)).returning();
    if (!run) throw new Error("There is no run.");
    expect(await suspendRun(db, run, [], "Say whether to go on.")).toBe(false);
    expect((await settled(person, sessionId)).lastRun?.status).toBe("cancelled");
  });

  it("ends after three interrupted attempts with a sentence", async () => {
    const { person, sessionId } = await conversation("demo-chat:ttft=20000");
    const { db } = await testDatabase();
    await say(person, sessionId, { message: "Never" });
    await db
      .update(runs)
      .set({ leaseUntil: new Date(0), attempt: 3, leaseOwner: "dead" })
      .where(eq(runs.sessionId, sessionId));
    const session = await settled(person, sessionId);
    expect(session.lastRun?.reason).toMatch(/interrupted three times/);
  });
});

describe("rewinding", () => {
  it("retries an answer and edits a message without leaving the old ones in sight", async () => {
    const { person, sessionId } = await conversation();
    await say(person, sessionId, { message: "First question" });
    await settled(person, sessionId);
    await say(person, sessionId, { message: "Second question" });
    await settled(person, sessionId);
    const before = await readMessages(person, sessionId);
    expect(before).toHaveLength(4);
    await say(person, sessionId, { replaces: before[3]?._id });
    await settled(person, sessionId);
    const retried = await readMessages(person, sessionId);
    expect(retried.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
    expect(retried[3]?._id).not.toBe(before[3]?._id);
    await say(person, sessionId, { replaces: before[0]?._id, message: "Another beginning" });
    const session = await settled(person, sessionId);
    const edited = await readMessages(person, sessionId);
    expect(edited.map(({ role, text }) => (role === "user" ? text : role))).toEqual(["Another beginning", "assistant"]);
    expect(session.messageCount).toBe(2);
    const unknown = await say(person, sessionId, { replaces: before[0]?._id });
    expect(unknown.status).toBe(400);
  });

  it("completes a chat at its number of messages", async () => {
    const { person, sessionId } = await conversation(undefined, { maxMessages: 2 });
    await say(person, sessionId, { message: "Only one" });
    expect((await settled(person, sessionId)).status).toBe("completed");
    expect((await say(person, sessionId, { message: "More" })).status).toBe(409);
  });
});

describe("reading", () => {
  it("pages messages both ways", async () => {
    const { person, sessionId } = await conversation();
    for (const message of ["one", "two", "three"]) {
      await say(person, sessionId, { message });
      await settled(person, sessionId);
    }
    const page = async (query: Record<string, string>) => {
      const reply = await callAs(sessions.messages, { ...at(person, sessionId), query: query as never });
      return reply.body as { messages: Message[]; next: string | null };
    };
    const all = (await page({})).messages.map(({ _id }) => _id);
    const newest = await page({ limit: "4" });
    expect(newest.messages.map(({ _id }) => _id)).toEqual(all.slice(2));
    const older = await page({ limit: "4", before: newest.next ?? "" });
    expect([older.messages.map(({ _id }) => _id), older.next]).toEqual([all.slice(0, 2), null]);
    const after = await page({ limit: "2", messageId: all[0] ?? "" });
    expect([after.messages.map(({ _id }) => _id), after.next]).toEqual([all.slice(1, 3), all[2]]);
  });

  it("shows a stranger nothing", async () => {
    const { person, sessionId } = await conversation();
    await expectHidden(await newPerson("Mallory"), sessionId);
    expect((await readSession(person, sessionId)).messageCount).toBe(0);
  });
});
