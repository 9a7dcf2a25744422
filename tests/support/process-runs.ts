import { onTestFinished } from "vitest";
import { type EngineTool, registerToolSource, removeToolSource } from "@/lib/server/engine/runs/calls/tools";
import { expectOk, newPerson, type Person } from "./client";
import { newSession, readLog, say } from "./sessions";
import type { Behaviour, Recorded } from "./standins/types";
import { newAgent, newModel } from "./tasks";

/** Somebody with an agent whose model is a stand-in that takes this key. */
export async function newWriter(key: string | null) {
  const person = await newPerson();
  const modelId = await newModel(person, { provider: "open_ai", model: "gpt-4o", config: { api_key: key } });
  return { person, modelId, agentId: await newAgent(person, "Writer", modelId) };
}

export async function started(person: Person, appId: string, body: Record<string, unknown> = {}) {
  const sessionId = await newSession(person, appId);
  await expectOk(say(person, sessionId, body));
  return sessionId;
}

type Body = Record<string, unknown>;
export const bodies = async (person: Person, sessionId: string, kind: string) =>
  (await readLog(person, sessionId)).filter((event) => event.kind === kind).map(({ body }) => body as Body);
export const taskEvents = async (person: Person, sessionId: string) =>
  (await bodies(person, sessionId, "task")).slice(1).map(({ state, taskId }) => `${state} ${taskId}`);

export interface Prompted {
  messages: { role: string; content: unknown }[];
}
/** All that the model is told, in one text. */
export const toldIn = ({ body }: Recorded): string => JSON.stringify((body as unknown as Prompted).messages);
/** Answers by what the first user message speaks of. */
export const answering =
  (answers: Record<string, Behaviour>) =>
  (request: Recorded): Behaviour => {
    const { messages } = request.body as unknown as Prompted;
    const asked = JSON.stringify(messages.find(({ role }) => role === "user"));
    return Object.entries(answers).find(([text]) => asked.includes(text))?.[1] ?? { text: "Nothing known." };
  };

/** A tool that counts its calls; the first of those told to hangs until it is let go. */
export function sideEffects(hanging: readonly string[] = []) {
  const made: string[] = [];
  const free: (() => void)[] = [];
  const tool: EngineTool = {
    name: "pay",
    description: "Pays",
    parameters: { type: "object", properties: { to: { type: "string" } }, required: ["to"] },
    repeatable: false,
    async execute(input) {
      const { to } = input as { to: string };
      made.push(to);
      if (hanging.includes(to) && made.filter((one) => one === to).length === 1)
        await new Promise<void>((resolve) => free.push(resolve));
      return `paid ${to}`;
    },
  };
  registerToolSource("test", async () => [tool]);
  onTestFinished(() => {
    removeToolSource("test");
    for (const resolve of free) resolve();
  });
  return made;
}
