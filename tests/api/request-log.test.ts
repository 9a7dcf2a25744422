import { expect, onTestFinished, test } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { createWorker } from "@/lib/server/engine/runs/worker";
import { createLogger, log } from "@/lib/server/platform/log/log";
import { provide } from "@/lib/server/platform/process/registry";
import { callAs, newPerson } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { at, newApp, newSession, say, settled, testWorker } from "../support/sessions";

ownDatabase();

/** What the process logs until the test is over, line by line. */
function logged(): Record<string, unknown>[] {
  const before = log();
  const lines: Record<string, unknown>[] = [];
  provide("log", createLogger("info", { write: (line: string) => void lines.push(JSON.parse(line)) }));
  onTestFinished(() => provide("log", before));
  return lines;
}

test("a call is one line with the answer's request id, whatever comes of the call", async () => {
  const person = await newPerson();
  const lines = logged();
  const to = { token: person.token, params: { resourceSlug: person.slug } };
  const headers = { "x-request-id": "given-by-the-guard" };
  const fine = await callAs(agents.list, { ...to, headers });
  const refused = await callAs(agents.list, { params: to.params });
  expect(fine.response.headers.get("x-request-id")).toBe("given-by-the-guard");
  const other = refused.response.headers.get("x-request-id");
  expect(other).toMatch(/^[\w-]{16}$/);
  const call = { level: 30, msg: "call", endpoint: "agents.list", method: "GET", ms: expect.any(Number) };
  expect(lines).toEqual([
    expect.objectContaining({
      ...call,
      status: 200,
      requestId: "given-by-the-guard",
      accountId: person.accountId,
      teamId: person.slug,
    }),
    expect.objectContaining({ ...call, status: 401, requestId: other }),
  ]);
});

test("an id that could forge a line of the log is replaced", async () => {
  const { response } = await callAs(agents.list, {
    params: { resourceSlug: "none" },
    headers: { "x-request-id": 'a","b' },
  });
  expect(response.headers.get("x-request-id")).toMatch(/^[\w-]{16}$/);
});

test("calls at the same time do not mix up their ids", async () => {
  const lines = logged();
  const ids = Array.from({ length: 20 }, (_, i) => `request-number-${i}`);
  const call = (id: string) => callAs(agents.list, { params: { resourceSlug: id }, headers: { "x-request-id": id } });
  const answers = await Promise.all(ids.map(call));
  expect(answers.map(({ response }) => response.headers.get("x-request-id"))).toEqual(ids);
  expect(lines.map(({ requestId }) => requestId).sort()).toEqual(ids.toSorted());
});

/** The ids on the lines that a run has logged. */
const runLines = (lines: Record<string, unknown>[], runId: unknown) =>
  lines.filter((line) => line.runId === runId).map(({ msg, requestId, sessionId }) => ({ msg, requestId, sessionId }));

test("a run's lines carry the id of the request that started it, here and on a worker that takes it up later", async () => {
  const person = await newPerson();
  const appId = await newApp(person);
  const [queued, direct] = [await newSession(person, appId), await newSession(person, appId)];
  const lines = logged();
  const start = (sessionId: string, id: string) =>
    callAs(sessions.start, { ...at(person, sessionId), body: { message: "Hello" }, headers: { "x-request-id": id } });
  const expected = (requestId: string, sessionId: string) => [
    { msg: "run started", requestId, sessionId },
    { msg: "run ended", requestId, sessionId },
  ];
  const first = await start(queued, "of-the-queued-run");
  const { db } = await testDatabase();
  const worker = createWorker(db, "taking-up-later");
  await settled(person, queued);
  await worker.stop();
  await expect
    .poll(() => runLines(lines, (first.body as { runId: string }).runId))
    .toEqual(expected("of-the-queued-run", queued));
  const own = await testWorker();
  const second = await start(direct, "of-the-direct-run");
  await settled(person, direct);
  await own.stop();
  await expect
    .poll(() => runLines(lines, (second.body as { runId: string }).runId))
    .toEqual(expected("of-the-direct-run", direct));
});

test("what the log says of a call holds nothing that was written in it", async () => {
  const person = await newPerson();
  const sessionId = await newSession(person, await newApp(person));
  const lines = logged();
  await say(person, sessionId, { message: "a very private matter" });
  expect(JSON.stringify(lines)).toContain("sessions.start");
  expect(JSON.stringify(lines)).not.toContain("private matter");
  expect(JSON.stringify(lines)).not.toContain(person.token);
});
