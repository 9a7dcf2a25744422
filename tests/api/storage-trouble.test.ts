import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sessions } from "@/lib/contract/sessions/schemas";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { callAs, expectOk } from "../support/client";
import { ownDatabase } from "../support/database";
import { openAiForAll } from "../support/open-ai";
import { bodies, newWriter } from "../support/process-runs";
import { at, conversation, newSession, readMessages, readSession, say, settled } from "../support/sessions";
import { canMount, type SmallDisk, smallDisk } from "../support/small-disk";
import { newProcess, newTask } from "../support/tasks";

ownDatabase();
const standin = openAiForAll();

let disk: SmallDisk;
beforeAll(() => {
  disk = smallDisk(20);
  // Writes are not refused beforehand: what is looked at is a disk that fills up under way.
  Object.assign(process.env, { UPLOADS_DIR: disk.folder, DISK_RESERVE_MB: "0", LOG_LEVEL: "silent" });
  forgetEnv();
});
afterEach(() => disk.clear());
afterAll(() => {
  disk.remove();
  delete process.env.DISK_RESERVE_MB;
  forgetEnv();
});

/** A process of one task whose output goes to a file, begun while the storage is full. Its answer has come. */
async function withFile(text: string) {
  const { person, agentId } = await newWriter(standin().key);
  const taskId = await newTask(person, "Report", { agentId, storeTaskOutput: true, taskOutputFileName: "report.txt" });
  const sessionId = await newSession(person, await newProcess(person, [taskId]));
  standin().requests.length = 0;
  standin().behave({ text });
  disk.fill(0);
  await expectOk(say(person, sessionId, {}));
  await expect.poll(() => standin().requests[0]?.answeredAt, { timeout: 15_000 }).toBeGreaterThan(0);
  return { person, sessionId };
}

describe.runIf(canMount)("file storage without room", () => {
  it("costs no answer that is too large for a row", async () => {
    const text = "A long answer. ".repeat(10_000);
    const config = { api_key: standin().key };
    const { person, sessionId } = await conversation("gpt-4o", { provider: "open_ai", config });
    standin().requests.length = 0;
    standin().behave({ text });
    disk.fill(0);
    await expectOk(say(person, sessionId, { message: "Go" }));
    expect((await settled(person, sessionId)).lastRun?.status).toBe("completed");
    expect((await readMessages(person, sessionId)).at(-1)?.text).toBe(text);
    expect(standin().requests).toHaveLength(1);
  });

  it("costs no output of a task, which becomes a file once there is room", { timeout: 60_000 }, async () => {
    const text = "The report. ".repeat(5_000);
    const { person, sessionId } = await withFile(text);
    await sleep(1_500);
    expect((await readSession(person, sessionId)).status).toBe("running");
    disk.clear();
    expect((await settled(person, sessionId)).lastRun?.status).toBe("completed");
    const part = (await readMessages(person, sessionId)).at(-1)?.parts[0];
    const to = at(person, sessionId);
    const file = await callAs(sessions.file, { ...to, params: { ...to.params, fileId: part?.fileId ?? "" } });
    expect(await file.response.text()).toBe(text);
    expect(standin().requests).toHaveLength(1);
  });

  it("keeps the answer of a task that is stopped while it waits for room", { timeout: 60_000 }, async () => {
    const { person, sessionId } = await withFile("The report that was paid for.");
    await expectOk(callAs(sessions.cancel, at(person, sessionId)));
    expect((await settled(person, sessionId)).lastRun).toMatchObject({ status: "cancelled", reason: "Canceled." });
    expect((await readMessages(person, sessionId)).at(-1)?.text).toBe("The report that was paid for.");
    expect(await bodies(person, sessionId, "step")).toHaveLength(1);
    expect((await readSession(person, sessionId)).usage.outputTokens).toBeGreaterThan(0);
  });

  // It waits for the whole minute for which the storage is tried.
  it.runIf(process.env.MATRIX === "all")(
    "keeps the answer of a task that gets no room",
    { timeout: 120_000 },
    async () => {
      const { person, sessionId } = await withFile("The report that was paid for.");
      const { lastRun } = await settled(person, sessionId, 90_000);
      expect(lastRun).toMatchObject({ status: "error", reason: expect.stringContaining("the server's disk is full") });
      expect((await readMessages(person, sessionId)).at(-1)?.text).toBe("The report that was paid for.");
    },
  );
});
