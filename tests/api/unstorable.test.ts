import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { sessions } from "@/lib/contract/sessions/schemas";
import type { NewEvent } from "@/lib/server/engine/runs/log/events";
import { addText, awaitSaves, closeText, openText } from "@/lib/server/engine/runs/log/writer";
import { endRun, recordEvents } from "@/lib/server/engine/runs/outcome/finish";
import { suspendRun } from "@/lib/server/engine/runs/outcome/suspend";
import { partialMessages } from "@/lib/server/platform/db/tables/sessions";
import { fileStore } from "@/lib/server/platform/storage/file-store";
import { callAs, expectOk, newPerson } from "../support/client";
import { testDatabase } from "../support/database";
import { openAiForAll } from "../support/open-ai";
import {
  at,
  attach,
  conversation,
  newApp,
  newSession,
  readLog,
  readMessages,
  readSession,
  runOf,
  say,
  settled,
} from "../support/sessions";

const standin = openAiForAll();

/** A run that is under way and does not end by itself. */
async function underWay() {
  const { person, sessionId } = await conversation("demo-chat:ttft=20000");
  await say(person, sessionId, { message: "Wait" });
  const { db } = await testDatabase();
  return { person, sessionId, db, run: await runOf(sessionId) };
}

const bad = "a\0b\ud83d";
const good = "ab\ufffd";

describe("text that PostgreSQL refuses", () => {
  it.each([
    ["in UTF-16", Buffer.from("\ufeffThe heron nests", "utf16le")],
    ["with a NUL far behind its beginning", Buffer.from(`The heron nests ${"☃".repeat(25_000)}\0`)],
  ])("does not keep a run from ending: a file %s", async (_, content) => {
    const ada = await newPerson();
    const sessionId = await newSession(
      ada,
      await newApp(ada, { provider: "open_ai", model: "gpt-4o", config: { api_key: standin().key } }),
    );
    const { _id } = await expectOk(attach(ada, sessionId, "a.txt", content));
    const before = standin().requests.length;
    await expectOk(say(ada, sessionId, { message: "What is this?", fileIds: [String(_id)] }));
    expect((await settled(ada, sessionId)).lastRun).toEqual({ status: "completed", reason: null });
    expect(standin().requests.length - before).toBe(1);
    const messages = JSON.stringify(standin().requests.at(-1)?.body.messages);
    expect(messages).toContain("The heron nests");
    expect(messages).not.toContain("\\u0000");
  });

  it("is made fit in events, previews and reasons, for readers as in the log", async () => {
    const { person, sessionId, db, run } = await underWay();
    const plain = { n: 1, none: null, said: "\\u0000 \\ud83d" };
    const output = { ...plain, [bad]: [bad, { deep: bad }] };
    const body = { callId: "c", name: "t", output, durationMs: 0 };
    await recordEvents(db, run, { events: [{ kind: "tool_result", body }], preview: bad });
    expect((await readSession(person, sessionId)).previewText).toBe(good);
    const notice: NewEvent = { kind: "notice", body: { code: "resumed", text: bad } };
    await endRun(db, run, { status: "error", reason: bad, events: [notice] });
    const session = await readSession(person, sessionId);
    expect(session.lastRun).toEqual({ status: "error", reason: good });
    const log = await readLog(person, sessionId);
    expect(log.find(({ kind }) => kind === "tool_result")?.body).toMatchObject({
      output: { ...plain, [good]: [good, { deep: good }] },
    });
    expect(log.find(({ kind }) => kind === "notice")?.body).toEqual({ code: "resumed", text: good });
    expect(log.at(-1)?.body).toMatchObject({ reason: good, runStatus: "error" });
  });

  it("does not keep a run from waiting", async () => {
    const { person, sessionId, db, run } = await underWay();
    expect(await suspendRun(db, run, [], bad)).toBe(true);
    expect((await readSession(person, sessionId)).lastRun).toEqual({ status: "waiting", reason: good });
  });

  it("is saved while it is written, with the text of every other run", async () => {
    const { run, db, person, sessionId } = await underWay();
    const live = openText(run, "message_live");
    addText(live, bad);
    const saved = () => db.select().from(partialMessages).where(eq(partialMessages.messageId, "message_live"));
    await expect.poll(async () => (await saved())[0]?.text).toBe(good);
    closeText(live);
    await awaitSaves();
    await expectOk(callAs(sessions.cancel, at(person, sessionId)));
    await settled(person, sessionId);
  });
});

describe("attached files", () => {
  it("may have 20 MB together, also when they come together", async () => {
    const ada = await newPerson();
    const sessionId = await newSession(ada, await newApp(ada));
    const text = (megabytes: number) => "x".repeat(megabytes * 1024 * 1024);
    await expectOk(attach(ada, sessionId, "a.txt", text(4)));
    const both = await Promise.all(["b.txt", "c.txt"].map((name) => attach(ada, sessionId, name, text(9))));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 413]);
    const refused = both.find(({ status }) => status === 413);
    expect(refused?.body).toMatchObject({
      error: expect.stringMatching(/^[bc]\.txt is 9 MB\. A session can hold 20 MB of files, and it already has 13 MB/),
    });
    await expectOk(attach(ada, sessionId, "d.txt", text(7)));
  });

  it("are read no further than they are shown", async () => {
    const ada = await newPerson();
    const sessionId = await newSession(
      ada,
      await newApp(ada, { provider: "open_ai", model: "gpt-4o", config: { api_key: standin().key } }),
    );
    const whole = vi.spyOn(fileStore(), "bytes");
    const content = `${"x".repeat(99_999)}😀${"☃".repeat(900_000)}`;
    const { _id } = await expectOk(attach(ada, sessionId, "long.txt", content));
    await expectOk(say(ada, sessionId, { message: `${"m".repeat(59)}😀`, fileIds: [String(_id)] }));
    const session = await settled(ada, sessionId);
    expect(session.name).toBe(`${"m".repeat(59)}…`);
    const messages = JSON.stringify(standin().requests.at(-1)?.body.messages);
    expect(messages).toContain("x".repeat(99_999));
    expect(messages).not.toMatch(/[☃\ufffd]/);
    expect(whole).not.toHaveBeenCalled();
    expect((await readMessages(ada, sessionId))[0]?.parts).toHaveLength(1);
  });
});
