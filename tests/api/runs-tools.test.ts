import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessions } from "@/lib/contract/sessions/schemas";
import { type EngineTool, registerToolSource, removeToolSource } from "@/lib/server/engine/runs/calls/tools";
import type { NewEvent } from "@/lib/server/engine/runs/log/events";
import { Passages } from "@/lib/server/engine/runs/log/passages";
import { runCalls } from "@/lib/server/engine/runs/loop/tool-calls";
import { recordEvents } from "@/lib/server/engine/runs/outcome/finish";
import { callEvents } from "@/lib/server/engine/runs/steps/step-events";
import { createWorker, type Worker } from "@/lib/server/engine/runs/worker";
import { callAs } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { replaceOpenAi } from "../support/open-ai";
import {
  at,
  conversation,
  loseLease,
  readLog,
  readMessages,
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

describe("tools", () => {
  it("calls a tool and gives the model its result", async () => {
    const calls: unknown[] = [];
    registerToolSource("test", async () => [
      {
        name: "add",
        description: "Adds",
        parameters: { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
        repeatable: true,
        execute: async (input) => {
          calls.push(input);
          return "forty-two";
        },
      },
    ]);
    try {
      const { person, sessionId } = await conversation("demo-chat:ttft=1,tps=2000,tools=1");
      await say(person, sessionId, { message: "add 40" });
      await settled(person, sessionId);
      expect(calls).toEqual([{ a: 40 }]);
      expect((await readMessages(person, sessionId)).at(-1)?.text).toContain("forty-two");
      const kinds = (await readLog(person, sessionId)).map(({ kind }) => kind);
      expect(kinds).toEqual(["message", "status", "step", "tool_call", "tool_result", "step", "message", "status"]);
    } finally {
      removeToolSource("test");
    }
  });

  it("after an interruption makes a repeatable call again, never a finished one, and asks a person about the others", async () => {
    const called: string[] = [];
    const tool = (name: string, repeatable: boolean): EngineTool => ({
      name,
      description: name,
      parameters: { type: "object", properties: { a: { type: "number" } } },
      repeatable,
      execute: async () => {
        called.push(name);
        return `${name} again`;
      },
    });
    registerToolSource("test", async () => [tool("look", true), tool("pay", false)]);
    try {
      const { person, sessionId } = await conversation("demo-chat:ttft=300,tps=2000");
      const { db } = await testDatabase();
      await say(person, sessionId, { message: "Go" });
      const run = await runOf(sessionId);
      const calls = callEvents(
        ["done", "look", "pay"].map((id) => ({ id, name: id === "done" ? "look" : id, input: {} })),
      );
      const finished: NewEvent = {
        kind: "tool_result",
        body: { callId: "done", name: "look", output: 1, durationMs: 1 },
      };
      await recordEvents(db, run, { events: [...calls, finished] });
      await loseLease(sessionId);
      const other = createWorker(db, "worker-tools", { pollMs: 20 });
      expect((await settled(person, sessionId)).lastRun?.status).toBe("waiting");
      await other.stop();
      expect(called).toEqual(["look"]);
      const log = await readLog(person, sessionId);
      const of = (wanted: string) => log.filter(({ kind }) => kind === wanted).map(({ body }) => body);
      expect(of("tool_result")).toMatchObject([
        { callId: "done", output: 1 },
        { callId: "look", output: "look again" },
      ]);
      expect(of("input_request")).toMatchObject([{ callId: "pay", name: "pay" }]);
    } finally {
      removeToolSource("test");
    }
  });

  it("does not call a tool with arguments that do not fit, or one that does not exist", async () => {
    const { person, sessionId } = await conversation("demo-chat:ttft=20000");
    const { db } = await testDatabase();
    await say(person, sessionId, { message: "Go" });
    const run = await runOf(sessionId);
    let made = 0;
    const parameters: EngineTool["parameters"] = {
      type: "object",
      properties: { a: { type: "number" } },
      required: ["a"],
    };
    const execute = async () => {
      made += 1;
    };
    const add: EngineTool = { name: "add", description: "Adds", parameters, repeatable: true, execute };
    const calls = [
      { id: "1", name: "add", input: { a: "one" } },
      { id: "2", name: "add", input: "{", invalid: "The arguments aren't valid JSON." },
      { id: "3", name: "none", input: {} },
    ];
    await runCalls(
      db,
      run,
      [add],
      calls,
      { secrets: [], agentName: "Guide", passages: new Passages() },
      new AbortController().signal,
    );
    const results = (await readLog(person, sessionId)).filter(({ kind }) => kind === "tool_result");
    expect(made).toBe(0);
    expect(results.map(({ body }) => (body as { error: string }).error).sort()).toEqual([
      "The arguments aren't valid JSON.",
      "The arguments were rejected: “a” must be number.",
      "There is no tool named none.",
    ]);
    await callAs(sessions.cancel, at(person, sessionId));
    await settled(person, sessionId);
  });

  it.each([
    [
      "repeats itself",
      () => ({ a: 1 }),
      undefined,
      /same tool with the same arguments/,
      2,
      ["Loop stopped: add was called 3 times with the same arguments."],
    ],
    ["never comes to an answer", (turn: number) => ({ a: turn }), 4, /within its 4 steps/, 4, []],
  ])("ends the run of a model that %s", async (_, input, maxIterations, reason, times, noticed) => {
    const { standin, end } = await replaceOpenAi();
    let called = 0;
    const execute = async () => {
      called += 1;
      return "ok";
    };
    registerToolSource("test", async () => [
      { name: "add", description: "Adds", parameters: { type: "object" }, repeatable: true, execute },
    ]);
    try {
      const options = { provider: "open_ai", model: "gpt-4o", config: { api_key: standin.key }, maxIterations };
      const { person, sessionId } = await conversation(undefined, options);
      standin.behave((_request, turn) => ({ tools: [{ name: "add", input: input(turn) }] }));
      await say(person, sessionId, { message: "Add" });
      const session = await settled(person, sessionId);
      expect(session.lastRun).toMatchObject({ status: "error", reason: expect.stringMatching(reason) });
      expect(called).toBe(times);
      const notices = (await readLog(person, sessionId)).filter(({ kind }) => kind === "notice");
      expect(notices.map(({ body }) => (body as { text: string }).text)).toEqual(noticed);
    } finally {
      removeToolSource("test");
      await end();
    }
  });
});
