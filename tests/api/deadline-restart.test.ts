import { expect, it } from "vitest";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import type { Session } from "@/lib/contract/sessions/schemas";
import { callJson, newPerson, newSession, type Person } from "../bench/people";
import { killableServer } from "../support/killable-server";

const server = killableServer();

/** A process that waits for a form, with what happens when nobody fills it in. */
async function waiting(person: Person, onDeadline: "end" | "reject"): Promise<string> {
  const add = async (what: string, body: object): Promise<string> =>
    (await callJson(person, `/${person.slug}/forms/${what}/add`, body))._id ?? "";
  const model = { name: "Model", type: "demo", model: "demo-chat:ttft=1,tps=2000", modelType: "llm", config: {} };
  const words = { role: "a planner", goal: "Plan", backstory: "Plans." };
  const agentId = await add("agent", { name: "Planner", ...words, modelId: await add("model", model) });
  const asks = { assignee: { type: "anyone" }, minutes: 5, onDeadline };
  const formFields = [{ name: "city", label: "City", type: "string", required: true }];
  const task = { name: "Plan", description: "Plan it.", expectedOutput: "A plan.", agentId };
  const taskId = await add("task", { ...task, requiresHumanInput: true, formFields, asks });
  const app = { name: "Trip", type: "process", sharingMode: "team", process: "sequential", taskIds: [taskId] };
  const sessionId = await newSession(person, await add("app", app));
  await callJson(person, `/${person.slug}/forms/session/${sessionId}/start`, {});
  await expect.poll(() => statusOf(person, sessionId), { timeout: 20_000 }).toBe("waiting");
  return sessionId;
}

const statusOf = async (person: Person, sessionId: string): Promise<string> =>
  (await callJson<{ session: Session }>(person, `/${person.slug}/session/${sessionId}.json`)).session.status;

it("a deadline that passed while the server was down is worked once it runs again, each once", {
  timeout: 120_000,
}, async () => {
  const person = await newPerson(server.current.url);
  const [ends, goesOn] = [await waiting(person, "end"), await waiting(person, "reject")];
  await server.current.kill("SIGKILL");
  const database = await server.muster.database();
  const { rowCount } = await database.query("update input_requests set deadline = now() - interval '1 minute'");
  expect(rowCount).toBe(2);
  await server.restart();
  const again = { ...person, url: server.current.url };
  const ended = (id: string) => expect.poll(() => statusOf(again, id), { timeout: 20_000 });
  await ended(ends).toBe("error");
  await ended(goesOn).toBe("completed");
  const { events } = await callJson<{ events: SessionEvent[] }>(
    again,
    `/${person.slug}/session/${goesOn}/log.json?limit=500`,
  );
  expect(events.filter(({ kind }) => kind === "input_answer")).toHaveLength(1);
});
