import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { models } from "@/lib/contract/models/schemas";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import type { Message } from "@/lib/contract/sessions/message";
import type { Session } from "@/lib/contract/sessions/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { startWorker } from "@/lib/server/engine/runs/worker";
import { runs } from "@/lib/server/platform/db/tables/sessions";
import { teamMembers } from "@/lib/server/platform/db/tables/teams";
import { afterFile } from "./cleanups";
import { callAs, expectOk, newPerson, type Person } from "./client";
import { testDatabase } from "./database";

interface AppOptions {
  model?: string;
  provider?: string;
  config?: Record<string, unknown>;
  maxMessages?: number;
  maxIterations?: number;
}

/** A chat app on a new model and agent; the offline model unless told otherwise. */
export async function newApp(
  person: Person,
  { model = "demo-chat:ttft=1,tps=2000", provider = "demo", config = {}, maxMessages, maxIterations }: AppOptions = {},
): Promise<string> {
  const to = { token: person.token, params: { resourceSlug: person.slug } };
  const made = await expectOk(
    callAs(models.add, {
      ...to,
      body: { name: "Model", type: provider, model, modelType: "llm", config, force: true },
    }),
  );
  const agent = {
    name: "Guide",
    role: "a guide",
    goal: "Help",
    backstory: "Knows the way.",
    modelId: made._id,
    maxIterations,
  };
  const { _id: agentId } = await expectOk(callAs(agents.add, { ...to, body: agent }));
  const app = { name: "Chat", type: "chat", sharingMode: "team", agentId, maxMessages };
  return String((await expectOk(callAs(apps.add, { ...to, body: app })))._id);
}

export async function newSession(person: Person, appId: string): Promise<string> {
  const to = { token: person.token, params: { resourceSlug: person.slug } };
  return String((await expectOk(callAs(sessions.add, { ...to, body: { id: appId } })))._id);
}

/** A new person with a session of a new app. */
export async function conversation(model?: string, options: AppOptions = {}) {
  const person = await newPerson();
  return { person, sessionId: await newSession(person, await newApp(person, { model, ...options })) };
}

/** Makes a person a member of another's team. */
export async function joinTeam(person: Person, slug: string, permissions: number[] = []): Promise<void> {
  const { db } = await testDatabase();
  await db.insert(teamMembers).values({ teamId: slug, accountId: person.accountId, permissions });
}

export const at = (person: Person, sessionId: string) => ({
  token: person.token,
  params: { resourceSlug: person.slug, sessionId },
});

export const say = (person: Person, sessionId: string, body: Record<string, unknown>) =>
  callAs(sessions.start, { ...at(person, sessionId), body });

export async function readSession(person: Person, sessionId: string): Promise<Session> {
  return ((await expectOk(callAs(sessions.get, at(person, sessionId)))) as { session: Session }).session;
}

export async function readMessages(person: Person, sessionId: string): Promise<Message[]> {
  return ((await expectOk(callAs(sessions.messages, at(person, sessionId)))) as { messages: Message[] }).messages;
}

/** The whole log. Throws where an event does not have the shape of its kind, and so could not be shown. */
export async function readLog(person: Person, sessionId: string): Promise<SessionEvent[]> {
  const { events } = (await expectOk(callAs(sessions.log, { ...at(person, sessionId), query: { limit: 500 } }))) as {
    events: SessionEvent[];
  };
  for (const { kind, body } of events)
    if (kind === "notice" && body.code === "unreadable") throw new Error(`The log is not readable: ${body.text}`);
  return events;
}

/** Waits until the session's run has ended, and answers the session. */
export async function settled(person: Person, sessionId: string, withinMs = 20_000): Promise<Session> {
  const until = Date.now() + withinMs;
  for (;;) {
    const session = await readSession(person, sessionId);
    if (session.status !== "running" && session.status !== "queued") return session;
    if (Date.now() > until) throw new Error(`The session is still ${session.status}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The session's one run. */
export async function runOf(sessionId: string) {
  const { db } = await testDatabase();
  const [run] = await db.select().from(runs).where(eq(runs.sessionId, sessionId));
  if (!run) throw new Error("There is no run.");
  return run;
}

/** As if the worker of a session's run had died: nobody prolongs the lease. */
export async function loseLease(sessionId: string): Promise<void> {
  const { db } = await testDatabase();
  const lost = { leaseOwner: "worker-lost", leaseUntil: new Date(0) };
  await db.update(runs).set(lost).where(eq(runs.sessionId, sessionId));
}

export function attach(person: Person, sessionId: string, name: string, content: Uint8Array<ArrayBuffer> | string) {
  const form = new FormData();
  form.append("file", new File([content], name));
  return callAs(sessions.addFile, { ...at(person, sessionId), body: form });
}

const { get, messages, log, events, cancel, remove, start, edit } = sessions;

/** Whoever may not see a session is answered as if there were none. */
export async function expectHidden(person: Person, sessionId: string): Promise<void> {
  const hidden = at(person, sessionId);
  for (const call of [get, messages, log, events, cancel, remove])
    expect((await callAs(call, hidden)).status, call.name).toBe(404);
  expect((await callAs(start, { ...hidden, body: { message: "Hi" } })).status).toBe(404);
  expect((await callAs(edit, { ...hidden, body: { name: "Mine" } })).status).toBe(404);
}

/** The worker of this test process, started once. */
export async function testWorker() {
  const { db } = await testDatabase();
  const worker = startWorker(db);
  afterFile(() => worker.stop());
  return worker;
}
