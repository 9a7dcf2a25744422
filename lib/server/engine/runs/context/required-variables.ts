import { and, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { sessionSchema } from "@/lib/contract/sessions/schemas";
import type { Reader } from "../../../platform/db/client";
import { defineQuery } from "../../../platform/db/query/define-query";
import { agents } from "../../../platform/db/tables/agents";
import { apps } from "../../../platform/db/tables/apps";
import { sessions } from "../../../platform/db/tables/sessions";
import { tasks } from "../../../platform/db/tables/tasks";
import { AppError } from "../../../platform/errors/errors";
import { findVariables, type VariableRow } from "../../variables/variables";

type SessionRow = typeof sessions.$inferSelect;
type ProcessUse = Pick<typeof apps.$inferSelect, "taskIds" | "agentIds">;
type VariableUse = { names: readonly string[]; ids: readonly string[] };
type RequiredVariables = NonNullable<z.input<typeof sessionSchema>["app"]>["variables"][number];

/**
 * The variables requested when a conversation starts: those listed by its app or agent (`ids`), and those without a value in
 * the agent's prompts (`names`). A secret with a team value is not requested: tools use that.
 */
export async function findRequiredVariables(
  db: Reader,
  teamId: string,
  { names, ids }: VariableUse,
): Promise<VariableRow[]> {
  const rows = await findVariables(db, teamId, { names, ids });
  const rank = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return rows
    .filter(({ id, secret, defaultValue }) => (secret ? ids.includes(id) && !defaultValue : true))
    .filter(({ id, defaultValue }) => ids.includes(id) || !defaultValue)
    .sort((one, other) => rank(one.id) - rank(other.id) || (one.name < other.name ? -1 : 1));
}

const noVariables = { names: [] as string[], ids: [] as string[], set: [] as string[] };

/** Variables named in the prompts of a process's tasks and agents, and those that its tasks set. */
export async function findProcessVariables(db: Reader, teamId: string, process: ProcessUse | undefined) {
  if (!process) return noVariables;
  const { taskIds, agentIds } = process;
  const taskRows =
    taskIds.length > 0
      ? await db
          .select()
          .from(tasks)
          .where(teamCondition(tasks, teamId, taskIds))
      : [];
  const allAgentIds = [...agentIds, ...taskRows.flatMap(({ agentId }) => agentId ?? [])];
  const agentRows =
    allAgentIds.length > 0
      ? await db
          .select()
          .from(agents)
          .where(teamCondition(agents, teamId, allAgentIds))
      : [];
  return {
    names: [...taskRows, ...agentRows].flatMap(({ promptNames }) => promptNames),
    ids: agentRows.flatMap(({ variableIds }) => variableIds),
    set: taskRows.flatMap(({ variableIds }) => variableIds),
  };
}

const teamCondition = (table: typeof tasks | typeof agents, teamId: string, ids: string[]) =>
  and(eq(table.teamId, teamId), inArray(table.id, ids));

/** The agent and the app of a session. */
const selectUsers = defineQuery<{ id: string; teamId: string }>()((db, value) =>
  db
    .select({ names: agents.promptNames, ofAgent: agents.variableIds, app: apps })
    .from(sessions)
    .leftJoin(agents, and(eq(agents.teamId, sessions.teamId), eq(agents.id, sessions.agentId)))
    .leftJoin(apps, and(eq(apps.teamId, sessions.teamId), eq(apps.id, sessions.appId)))
    .where(and(eq(sessions.teamId, value("teamId")), eq(sessions.id, value("id")))),
);

/** A session's required variables, and whether each has a value. */
export async function listRequiredVariables(db: Reader, session: SessionRow): Promise<RequiredVariables[]> {
  const { id, teamId, preview } = session;
  const [used] = await selectUsers(db, { id, teamId });
  const ofApp = (preview ?? used?.app)?.variableIds ?? [];
  const agent = preview?.agent ?? { promptNames: used?.names ?? [], variableIds: used?.ofAgent ?? [] };
  const process = preview?.process ?? (used?.app?.type === "process" ? used.app : undefined);
  const processVariables = await findProcessVariables(db, teamId, process);
  const ids = [...ofApp, ...agent.variableIds, ...processVariables.ids];
  const names = [...agent.promptNames, ...processVariables.names];
  const candidates = await findRequiredVariables(db, teamId, { names, ids });
  const rows = candidates.filter((one) => !processVariables.set.includes(one.id) || ofApp.includes(one.id));
  return rows.map(({ name, description, secret, defaultValue }) => ({
    name,
    description,
    secret,
    defaultValue,
    required: !defaultValue,
    given: hasValue(session, name, !defaultValue),
  }));
}

const hasValue = ({ variables, secretVariables }: SessionRow, name: string, required: boolean): boolean =>
  Object.hasOwn(secretVariables, name) || (Object.hasOwn(variables, name) && !(required && variables[name] === ""));

/** Throws 400 with an issue for each required value that is missing. */
export async function assertValuesGiven(db: Reader, session: SessionRow): Promise<void> {
  const missing = (await listRequiredVariables(db, session)).filter(({ required, given }) => required && !given);
  const [first] = missing;
  if (!first) return;
  const issues = missing.map(({ name }) => ({ path: `variables.${name}`, message: `Enter a value for ${name}.` }));
  const names = missing.map(({ name }) => name).join(", ");
  throw new AppError("invalid", `This session requires values for: ${names}.`, { issues });
}
