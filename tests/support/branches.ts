import { flowSchema, type Step } from "@/lib/contract/apps/flow";
import { fromItemId } from "@/lib/contract/session-events/item-id";
import { taskBody } from "@/lib/contract/session-events/tasks";
import type { Person } from "./client";
import { newSession, readLog, say, settled } from "./sessions";

export type Place = { branch: string; cases: string[] } | null;

export const taskStep = (taskId: string, after: string[] = [], within: Place = null) => ({
  kind: "task",
  taskId,
  after,
  within,
});

/** A branch on a value, unless it names a model. */
export const branchStep = (id: string, more: object, within: Place = null) => ({
  kind: "branch",
  id,
  name: `Route ${id}`,
  by: "modelId" in more ? "classification" : "value",
  within,
  ...more,
});

/** An iteration over a variable, unless it names a task. */
export const iterationStep = (id: string, more: object = {}, within: Place = null) =>
  branchStep(id, { by: "items", cases: [], ...more }, within);

export const ofItem = (branch: string) => ({ branch, cases: ["each_item"] });

export const parseSteps = (...steps: object[]): Step[] => flowSchema.parse({ steps }).steps;
export const inCase = (branch: string, ...cases: string[]) => ({ branch, cases });

/** A branch with the cases c0, c1, and so on. */
export const branchOf = (id: string, count: number, within: Place = null) => {
  const cases = Array.from({ length: count }, (_, i) => ({ id: `c${i}`, name: `Case ${i}`, value: `${i}` }));
  return branchStep(id, { variable: "x", cases }, within);
};

/** The names of what ran, in order of its end, with the case that a branch took. */
export async function readSteps(person: Person, sessionId: string): Promise<string[]> {
  const names = new Map<string, string>();
  return (await readLog(person, sessionId)).flatMap(({ kind, body }) => {
    if (kind !== "task") return [];
    const event = taskBody.parse(body);
    if (event.state === "planned") for (const { taskId, name } of event.tasks) names.set(taskId, name);
    if (event.state !== "finished") return [];
    const { taskId, item } = fromItemId(event.taskId);
    const name = item === null ? names.get(taskId) : `${names.get(taskId)} (item ${item})`;
    return [`${name}${event.taken ? `: ${event.taken.name}` : ""}`];
  });
}

/** Starts a process with values, and waits for its end. */
export async function runWith(person: Person, appId: string, values: Record<string, string> = {}) {
  const sessionId = await newSession(person, appId);
  await say(person, sessionId, { variables: values });
  const { lastRun } = await settled(person, sessionId);
  return { sessionId, status: lastRun?.status, reason: lastRun?.reason, steps: await readSteps(person, sessionId) };
}
