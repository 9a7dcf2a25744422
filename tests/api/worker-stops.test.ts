import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { startWorker, type Worker } from "@/lib/server/engine/runs/worker";
import { fileStore } from "@/lib/server/platform/storage/file-store";
import { expectOk, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { replaceOpenAi } from "../support/open-ai";
import { bodies, newWriter, started, toldIn } from "../support/process-runs";
import { conversation, readMessages, readSession, say, settled, testWorker } from "../support/sessions";
import type { Standin } from "../support/standins/types";
import { editTask, newProcess, newTask } from "../support/tasks";

ownDatabase();

let standin: Standin;
let worker: Worker;
beforeAll(async () => {
  const { standin: one, end } = await replaceOpenAi();
  standin = one;
  return end;
});
beforeEach(async () => {
  worker = await testWorker();
});
afterEach(() => worker.stop());

/** Stops the worker while the text of an answer, which has come whole, is being saved. */
async function stopOnceAnswered(request: number): Promise<void> {
  const { pool } = await testDatabase();
  await expect.poll(() => standin.requests.length, { timeout: 15_000 }).toBe(request);
  const holder = await pool.connect();
  await holder.query("begin; lock table partial_messages in access exclusive mode");
  await expect.poll(() => standin.requests[request - 1]?.answeredAt, { timeout: 15_000 }).toBeGreaterThan(0);
  await sleep(500);
  const stopped = worker.stop();
  await sleep(200);
  await holder.query("rollback");
  holder.release();
  await stopped;
}

/** An answer that takes a while, so that some of its text is saved before its end. */
const slowly = (text: string) => ({ text, tps: 20 });
const schemaOf = (name: string) => ({
  type: "object",
  properties: { [name]: { type: "number" } },
  required: [name],
  additionalProperties: false,
});

const answer = "This answer is made once and is paid for once by whoever asks.";

describe("a worker that is told to stop", () => {
  it("writes the answer of a chat that has come whole", { timeout: 60_000 }, async () => {
    const { person, sessionId } = await conversation("gpt-4o", {
      provider: "open_ai",
      config: { api_key: standin.key },
    });
    standin.requests.length = 0;
    standin.behave(slowly(answer));
    await say(person, sessionId, { message: "Go" });
    await stopOnceAnswered(1);
    expect((await readSession(person, sessionId)).lastRun?.status).toBe("completed");
    expect((await readMessages(person, sessionId)).at(-1)).toMatchObject({ text: answer, completed: true });
    expect(standin.requests).toHaveLength(1);
  });

  it("keeps the answer of delegated work for the worker that goes on", { timeout: 60_000 }, async () => {
    const { person, modelId, agentId } = await newWriter(standin.key);
    const taskId = await newTask(person, "Launch", { description: "Launch it." });
    const hierarchy = { process: "hierarchical", managerModelId: modelId, agentIds: [agentId] };
    standin.requests.length = 0;
    standin.behave((request) => {
      if (!toldIn(request).includes("You are Manager")) return slowly(answer);
      if (toldIn(request).includes(answer)) return { text: "Launched." };
      return { tools: [{ name: "delegate_work", input: { agent: "Writer", work: "Write." } }] };
    });
    const sessionId = await started(person, await newProcess(person, [taskId], hierarchy));
    await stopOnceAnswered(2);
    worker = startWorker((await testDatabase()).db);
    expect((await settled(person, sessionId)).lastRun?.status).toBe("completed");
    expect(standin.requests).toHaveLength(3);
  });

  describe("while the file of a task can't be stored", () => {
    /** Stops the worker meanwhile; another one goes on after `change`. Answers what the conversation has come to. */
    async function stopBeforeFile(task: object, change = async (_person: Person, _taskId: string) => {}) {
      const { person, agentId } = await newWriter(standin.key);
      const file = { storeTaskOutput: true, taskOutputFileName: "report.txt" };
      const taskId = await newTask(person, "Report", { agentId, ...file, ...task });
      standin.requests.length = 0;
      onTestFinished(() => void vi.restoreAllMocks());
      const put = vi.spyOn(fileStore(), "put").mockRejectedValue(Object.assign(new Error("failed"), { code: "EIO" }));
      const sessionId = await started(person, await newProcess(person, [taskId]));
      await expect.poll(() => put.mock.calls.length, { timeout: 15_000 }).toBeGreaterThan(1);
      await worker.stop();
      put.mockRestore();
      await change(person, taskId);
      worker = startWorker((await testDatabase()).db);
      const session = await settled(person, sessionId);
      expect(session.lastRun?.status).toBe("completed");
      const said = (await readMessages(person, sessionId)).filter(({ role }) => role === "assistant");
      const finished = (await bodies(person, sessionId, "task")).at(-1);
      return { session, said, file: finished?.file as { fileId: string } };
    }

    it("keeps its answer, which is written with its file later", { timeout: 60_000 }, async () => {
      standin.behave({ text: answer });
      const { session, said, file } = await stopBeforeFile({});
      expect(said).toMatchObject([{ text: answer, parts: [{ type: "file", fileId: file.fileId }] }]);
      expect(session.usage.outputTokens).toBeGreaterThan(0);
      expect(standin.requests).toHaveLength(1);
    });

    it("keeps an answer in JSON, which is shown as code later", { timeout: 60_000 }, async () => {
      standin.behave({ text: '{"words":2}' });
      const { said, file } = await stopBeforeFile({ structuredOutput: schemaOf("words") });
      const text = '```json\n{\n  "words": 2\n}\n```';
      expect(said).toMatchObject([{ text, parts: [{ type: "file", fileId: file.fileId }] }]);
      expect(standin.requests).toHaveLength(1);
    });

    it("keeps an answer that is not shown where it does not fit later", { timeout: 60_000 }, async () => {
      standin.behave((request) => ({ text: toldIn(request).includes("lines") ? '{"lines":3}' : '{"words":2}' }));
      const change = async (person: Person, taskId: string) => {
        await expectOk(editTask(person, taskId, { structuredOutput: schemaOf("lines") }));
      };
      const { said, session } = await stopBeforeFile({ structuredOutput: schemaOf("words") }, change);
      expect(said.map(({ text }) => text)).toEqual([expect.stringContaining('"lines": 3')]);
      expect(session.previewText).not.toContain("words");
      expect(standin.requests).toHaveLength(2);
    });
  });
});
