import { expect, it, onTestFinished, vi } from "vitest";
import { readPartHistory } from "@/lib/server/engine/runs/context/read-history";
import { appendEvents, type NewEvent } from "@/lib/server/engine/runs/log/events";
import type { Part } from "@/lib/server/engine/runs/log/part";
import { testDatabase } from "../support/database";
import { conversation } from "../support/sessions";

const runId = "run_of_parts";
const written = {
  _id: "message_of_part",
  sessionId: "session_of_parts",
  authorName: "Guide",
  authorId: null,
  role: "assistant" as const,
  parts: [],
  citations: [],
  usage: null,
  ts: new Date(0).toISOString(),
  completed: true,
};
const message = (part: Part, text: string): NewEvent => ({
  kind: "message",
  body: { ...written, text, ...part },
});

/** What the history of a part says, and in how many statements it was read. */
async function historyIn(sessionId: string, part: Part, chars: number) {
  const { db, pool } = await testDatabase();
  const query = vi.spyOn(pool, "query");
  onTestFinished(() => query.mockRestore());
  const { events, truncated } = await readPartHistory(db, { id: runId, sessionId }, part, {
    chars,
    repairs: true,
  });
  const said = events.map(({ body }) => {
    const { text, problem } = body as { text?: string; problem?: string };
    return text ?? problem;
  });
  const statements = query.mock.calls.length;
  query.mockRestore();
  return { said, cut: truncated, statements };
}

async function sessionWith(events: NewEvent[]): Promise<string> {
  const { sessionId } = await conversation();
  const { db } = await testDatabase();
  await db.transaction((tx) => appendEvents(tx, sessionId, runId, events));
  return sessionId;
}

it("reads one part of a process in one statement, whatever the others have said since", async () => {
  const delegation = { taskId: "one", delegation: "call" };
  const others = Array.from({ length: 500 }, (_, i) => message({ taskId: "other" }, `${i}`));
  const sessionId = await sessionWith([message({ taskId: "one" }, "own"), message(delegation, "passed on"), ...others]);
  const all = { cut: false, statements: 1 };
  expect(await historyIn(sessionId, { taskId: "one" }, 100_000)).toEqual({ ...all, said: ["own"] });
  expect(await historyIn(sessionId, delegation, 100_000)).toEqual({ ...all, said: ["passed on"] });
});

it("keeps the last request to answer once more, however much was said after it", async () => {
  const part = { taskId: "one" };
  const repair = (taskId: string, problem: string): NewEvent => ({
    kind: "task",
    body: { state: "repair", taskId, problem },
  });
  const steps = Array.from({ length: 20 }, (_, i) => message(part, `step ${i}`));
  const sessionId = await sessionWith([repair("one", "it is not JSON"), repair("other", "none"), ...steps]);
  const { said, cut } = await historyIn(sessionId, part, 10);
  expect([said, cut]).toEqual([["it is not JSON", "step 18", "step 19"], true]);
});
