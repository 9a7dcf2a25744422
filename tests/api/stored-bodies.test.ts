import { renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { security } from "@/lib/contract/security/schemas";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import { sessions } from "@/lib/contract/sessions/schemas";
import { followSession } from "@/lib/server/engine/runs/log/hub";
import { openDatabase } from "@/lib/server/platform/db/client";
import { env } from "@/lib/server/platform/env/env";
import { fileStore } from "@/lib/server/platform/storage/file-store";
import { listFiles } from "@/lib/server/resources/sessions/queries";
import { callAs, expectOk } from "../support/client";
import { ownDatabase } from "../support/database";
import { openAiForAll } from "../support/open-ai";
import { bodies, sideEffects } from "../support/process-runs";
import { at, conversation, readLog, readMessages, runOf, say, settled } from "../support/sessions";

ownDatabase();
const standin = openAiForAll();

const chat = () => conversation("gpt-4o", { provider: "open_ai", config: { api_key: standin().key } });
/** More bytes than a row takes, in fewer characters than a message may have. */
const long = "€ ".repeat(30_000);

it("ends a run whose stored bodies can't be read", async () => {
  const made = sideEffects(["Ada"]);
  const { person, sessionId } = await chat();
  standin().behave({ tools: [{ name: "pay", input: { to: "Ada", note: long } }] });
  await expectOk(say(person, sessionId, { message: "Pay" }));
  await expect.poll(() => made, { timeout: 15_000 }).toEqual(["Ada"]);
  const folder = join(env().UPLOADS_DIR, "events");
  renameSync(folder, `${folder}-away`);
  await expectOk(callAs(sessions.cancel, at(person, sessionId)));
  expect((await settled(person, sessionId)).lastRun).toMatchObject({ status: "cancelled", reason: "Canceled." });
  await expectOk(say(person, sessionId, { message: "Again" }));
  expect((await settled(person, sessionId)).lastRun).toMatchObject({
    status: "error",
    reason: expect.stringContaining("is missing from file storage"),
  });
  renameSync(`${folder}-away`, folder);
  expect(await bodies(person, sessionId, "tool_result")).toMatchObject([
    { name: "pay", error: "The run ended before this call had a result. It may have completed." },
  ]);
});

it("keeps a run going while its stored bodies can't be read for the moment", { timeout: 60_000 }, async () => {
  const { person, sessionId } = await chat();
  standin().behave({ text: "Read." });
  const store = fileStore();
  const { bytes } = store;
  onTestFinished(() => void vi.restoreAllMocks());
  const until = performance.now() + 6_000;
  vi.spyOn(store, "bytes").mockImplementation(async (key) => {
    if (performance.now() < until) throw Object.assign(new Error("read failed"), { code: "EIO" });
    return bytes(key);
  });
  await expectOk(say(person, sessionId, { message: long }));
  expect((await settled(person, sessionId, 30_000)).lastRun?.status).toBe("completed");
  expect((await runOf(sessionId)).attempt).toBe(1);
  expect((await readMessages(person, sessionId)).at(-1)?.text).toBe("Read.");
});

const missing = "This part of the session is missing: its file is lost or damaged.";

it.each<[string, (path: string) => void]>([
  ["missing", (path) => rmSync(path)],
  ["cut off", (path) => truncateSync(path, 1_000)],
  ["overwritten", (path) => writeFileSync(path, "{}")],
])("shows readers the rest of a conversation of which a stored body is %s", async (_, spoil) => {
  const { person, sessionId } = await chat();
  standin().behave({ text: "Read." });
  await expectOk(say(person, sessionId, { message: long }));
  await settled(person, sessionId);
  const files = await listFiles((await openDatabase()).db, sessionId);
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) spoil(join(env().UPLOADS_DIR, file));

  const events: SessionEvent[] = [];
  onTestFinished(followSession(sessionId, 0, (event) => events.push(event)));
  const texts = () => events.flatMap(({ kind, body }) => (kind === "message" ? [(body as { text: string }).text] : []));
  await expect.poll(texts).toEqual([missing, "Read."]);
  await expect.poll(() => events.at(-1)?.body).toMatchObject({ runStatus: "completed" });
  expect((await readMessages(person, sessionId)).map(({ text }) => text)).toEqual([missing, "Read."]);
  const log = await readLog(person, sessionId);
  expect(log.map(({ seq }) => seq)).toEqual(events.flatMap(({ seq }) => seq ?? []));
  expect(log.filter(({ body }) => (body as { missing?: string }).missing)).toHaveLength(files.length);
  const { response } = await callAs(security.export, { token: person.token });
  const archive = await response.text();
  for (const part of [missing, "Read."]) expect(archive).toContain(part);

  await expectOk(say(person, sessionId, { message: "Again" }));
  expect((await settled(person, sessionId)).lastRun).toMatchObject({
    status: "error",
    reason: expect.stringContaining("is missing from file storage"),
  });
});
