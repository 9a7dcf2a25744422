import { eq, sql } from "drizzle-orm";
import { agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import type { ComparedRevision, NumberedRevision, RolloutView } from "@/lib/contract/base/revisions";
import { startRevisions } from "@/lib/server/engine/runs/log/start-revisions";
import type { SessionRevisions } from "@/lib/server/platform/db/tables/session-revisions";
import { sessions } from "@/lib/server/platform/db/tables/sessions";
import { callAs, expectOk, type Person } from "./client";
import { testDatabase } from "./database";
import { newSession, say, settled } from "./sessions";
import { newAgent, newModel } from "./tasks";

export const atAgent = ({ token, slug }: Person, agentId: string) => ({
  token,
  params: { resourceSlug: slug, agentId },
});
export const editAgent = (person: Person, id: string, body: object) =>
  callAs(agents.edit, { ...atAgent(person, id), body: { ...body } });
export const applyAgent = (person: Person, id: string, body: object = {}) =>
  callAs(agents.apply, { ...atAgent(person, id), body: { ...body } });
export const rollOut = (person: Person, id: string, body: object = {}) =>
  callAs(agents.setRollout, { ...atAgent(person, id), body: { share: 50, ...body } });
export const stopRollout = (person: Person, id: string) => callAs(agents.stopRollout, atAgent(person, id));

interface Shown {
  rollout: RolloutView | null;
  compared: ComparedRevision[];
  capped: boolean;
}

export const readRollout = async (person: Person, id: string) =>
  (await expectOk(callAs(agents.rollout, atAgent(person, id)))) as unknown as Shown;

export async function revisionsOf(person: Person, id: string): Promise<NumberedRevision[]> {
  return (await expectOk(callAs(agents.revisions, atAgent(person, id)))).revisions as NumberedRevision[];
}

/** A chat on an agent that has a draft. */
export async function withDraft(person: Person, more: object = {}) {
  const agentId = await newAgent(person, "Guide", await newModel(person), { goal: "Speak of boats", ...more });
  await expectOk(editAgent(person, agentId, { draft: true, goal: "Speak of trains" }));
  return { agentId, appId: await newChat(person, agentId) };
}

export async function newChat({ token, slug }: Person, agentId: string, more: object = {}): Promise<string> {
  const body = { name: "Chat", type: "chat", sharingMode: "team", agentId, ...more } as const;
  return String((await expectOk(callAs(apps.add, { token, params: { resourceSlug: slug }, body })))._id);
}

/** Starts a session and returns it after its run. */
export async function ask(person: Person, appId: string, body: Record<string, unknown> = { message: "Hello" }) {
  const sessionId = await newSession(person, appId);
  await expectOk(say(person, sessionId, body));
  await settled(person, sessionId);
  return sessionId;
}

/** The revisions that a session recorded. */
export async function begunWith(sessionId: string): Promise<SessionRevisions | null> {
  const { db } = await testDatabase();
  const [row] = await db.select({ revisions: sessions.revisions }).from(sessions).where(eq(sessions.id, sessionId));
  return row?.revisions ?? null;
}

/** Starts sessions until two have begun with different revisions of the agent. */
export async function oneOfEach(person: Person, appId: string, agentId: string): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (let i = 0; i < 60 && found.size < 2; i += 1) {
    const sessionId = await ask(person, appId);
    found.set((await begunWith(sessionId))?.agents[agentId] ?? 0, sessionId);
  }
  return found;
}

/** The revisions with which many new sessions of an app would begin. */
export async function manyStarts(
  type: "chat" | "process",
  columns: Omit<typeof sessions.$inferInsert, "id" | "sharingConfig" | "name" | "appName" | "appType">,
  count: number,
): Promise<SessionRevisions[]> {
  const { db } = await testDatabase();
  const name = `Many ${columns.appId}`;
  const rows = Array.from({ length: count }, (_, i) => ({
    ...columns,
    id: `session_many_${columns.appId}_${columns.test === true}_${i}`,
    name,
    appName: name,
    appType: type,
    sharingConfig: { mode: "team" as const, emails: [] },
  }));
  await db.insert(sessions).values(rows);
  const begun = await db
    .select({ revisions: sql<SessionRevisions>`${startRevisions[type]}` })
    .from(sessions)
    .where(sql`${sessions.name} = ${name} and ${sessions.test} = ${columns.test === true}`);
  await db.delete(sessions).where(eq(sessions.name, name));
  return begun.map(({ revisions }) => revisions);
}
