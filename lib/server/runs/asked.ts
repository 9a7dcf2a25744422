import { and, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { sessionSchema } from "@/lib/contract/sessions";
import { agents } from "../agents/table";
import { apps } from "../apps/table";
import type { Db } from "../db/client";
import { AppError } from "../http/errors";
import { sessions } from "../sessions/table";
import { tasks } from "../tasks/table";
import { findVariables, type VariableRow } from "../variables/service";

type Reader = Pick<Db, "select">;
type SessionRow = typeof sessions.$inferSelect;
type Used = { names: readonly string[]; ids: readonly string[] };
type Asked = NonNullable<z.input<typeof sessionSchema>["app"]>["variables"][number];

/**
 * The variables that a conversation is asked for at its start: those that its app or agent lists (`ids`), and those without
 * a value in the agent's prompts (`names`). A secret one that the team has a value for is not asked for: tools use that.
 */
export async function askedVariables(db: Reader, teamId: string, { names, ids }: Used): Promise<VariableRow[]> {
  const rows = await findVariables(db, teamId, { names, ids });
  const place = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return rows
    .filter(({ id, secret, defaultValue }) => (secret ? ids.includes(id) && !defaultValue : true))
    .filter(({ id, defaultValue }) => ids.includes(id) || !defaultValue)
    .sort((one, other) => place(one.id) - place(other.id) || (one.name < other.name ? -1 : 1));
}

const noneUsed = { names: [] as string[], ids: [] as string[], set: [] as string[] };

/** What the prompts of a process name, of its tasks and of the agents that take part, and what its tasks set themselves. */
export async function usedInProcess(db: Reader, { type, teamId, taskIds, agentIds }: typeof apps.$inferSelect) {
  if (type !== "process") return noneUsed;
  const found =
    taskIds.length > 0
      ? await db
          .select()
          .from(tasks)
          .where(ofTeam(tasks, teamId, taskIds))
      : [];
  const who = [...agentIds, ...found.flatMap(({ agentId }) => agentId ?? [])];
  const agentsFound =
    who.length > 0
      ? await db
          .select()
          .from(agents)
          .where(ofTeam(agents, teamId, who))
      : [];
  return {
    names: [...found, ...agentsFound].flatMap(({ promptNames }) => promptNames),
    ids: agentsFound.flatMap(({ variableIds }) => variableIds),
    set: found.flatMap(({ variableIds }) => variableIds),
  };
}

const ofTeam = (table: typeof tasks | typeof agents, teamId: string, ids: string[]) =>
  and(eq(table.teamId, teamId), inArray(table.id, ids));

/** What a session is asked for, and whether it has been given it. */
export async function askedOf(db: Reader, session: SessionRow): Promise<Asked[]> {
  const { id, teamId } = session;
  const [used] = await db
    .select({ names: agents.promptNames, ofAgent: agents.variableIds, app: apps })
    .from(sessions)
    .leftJoin(agents, and(eq(agents.teamId, sessions.teamId), eq(agents.id, sessions.agentId)))
    .leftJoin(apps, and(eq(apps.teamId, sessions.teamId), eq(apps.id, sessions.appId)))
    .where(and(eq(sessions.teamId, teamId), eq(sessions.id, id)));
  const ofProcess = used?.app ? await usedInProcess(db, used.app) : noneUsed;
  const ids = [...(used?.app?.variableIds ?? []), ...(used?.ofAgent ?? []), ...ofProcess.ids];
  const names = [...(used?.names ?? []), ...ofProcess.names];
  const asked = await askedVariables(db, teamId, { names, ids });
  const rows = asked.filter(
    (one) => !ofProcess.set.includes(one.id) || (used?.app?.variableIds ?? []).includes(one.id),
  );
  return rows.map(({ name, description, secret, defaultValue }) => ({
    ...{ name, description, secret, defaultValue },
    required: !defaultValue,
    given: isGiven(session, name, !defaultValue),
  }));
}

const isGiven = ({ variables, secretVariables }: SessionRow, name: string, required: boolean): boolean =>
  Object.hasOwn(secretVariables, name) || (Object.hasOwn(variables, name) && !(required && variables[name] === ""));

/** Throws 400 with an issue at each value that the session needs and has not been given. */
export async function requireValues(db: Reader, session: SessionRow): Promise<void> {
  const missing = (await askedOf(db, session)).filter(({ required, given }) => required && !given);
  const [first] = missing;
  if (!first) return;
  const issues = missing.map(({ name }) => ({ path: `variables.${name}`, message: `Give a value for ${name}.` }));
  const names = missing.map(({ name }) => name).join(", ");
  throw new AppError("invalid", `This conversation needs values first: ${names}.`, { issues });
}
