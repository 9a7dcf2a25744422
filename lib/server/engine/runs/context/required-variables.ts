import { and, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { Branch } from "@/lib/contract/apps/branch";
import {
  hasOperand,
  listBranchNames,
  listConditions,
  listReadNames,
  toSource,
  toVariable,
} from "@/lib/contract/apps/steps";
import type { sessionSchema } from "@/lib/contract/sessions/schemas";
import type { Reader } from "../../../platform/db/client";
import { defineQuery } from "../../../platform/db/query/define-query";
import { agents } from "../../../platform/db/tables/agents";
import { apps } from "../../../platform/db/tables/apps";
import { sessions } from "../../../platform/db/tables/sessions";
import { tasks } from "../../../platform/db/tables/tasks";
import { AppError } from "../../../platform/errors/errors";
import { findVariables, type VariableRow } from "../../variables/variables";
import { usedRevision } from "../log/start-revisions";
import { findAppRevision, findSessionRevisions, toUsedRevisions } from "./session-revisions";

type SessionRow = typeof sessions.$inferSelect;
type AppRow = typeof apps.$inferSelect;
const { id, teamId, revision, promptNames, variableIds } = agents;
const usedColumns = { id, teamId, revision, promptNames, variableIds };
type UsedColumns = Pick<typeof agents.$inferSelect, keyof typeof usedColumns>;
type ProcessUse = Pick<typeof apps.$inferSelect, "taskIds" | "agentIds"> & { branches?: readonly Branch[] | undefined };
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

/** The variables that a branch reads, except those of which it asks whether they are empty. */
function listNeededNames(branch: Branch): string[] {
  const names = listBranchNames(branch);
  if (branch.by !== "value") return names;
  const asked = branch.cases.flatMap(listConditions).filter(({ operator }) => !hasOperand(operator));
  const optional = new Set(asked.map((condition) => toVariable(toSource(branch, condition))));
  return names.filter((name) => !optional.has(name));
}

const noVariables = { names: [] as string[], ids: [] as string[], set: [] as string[] };

/**
 * Variables named in the prompts of a process's tasks and agents, or read by its branches, and those that its tasks set.
 * `revisions`: the agents' revisions, if not the applied ones.
 */
export async function findProcessVariables(
  db: Reader,
  teamId: string,
  process: ProcessUse | undefined,
  revisions?: Record<string, number>,
) {
  if (!process) return noVariables;
  const { taskIds, agentIds, branches = [] } = process;
  const taskRows =
    taskIds.length > 0
      ? await db
          .select()
          .from(tasks)
          .where(teamCondition(tasks, teamId, taskIds))
      : [];
  const allAgentIds = [...agentIds, ...taskRows.flatMap(({ agentId }) => agentId ?? [])];
  const agentRows = allAgentIds.length > 0 ? await findUsedAgents(db, teamId, allAgentIds, revisions) : [];
  const named = [...taskRows, ...agentRows].flatMap(({ promptNames }) => promptNames);
  const known = listReadNames(branches);
  const read = branches.flatMap(listNeededNames).filter((name) => known.includes(name));
  return {
    names: [...named, ...read],
    ids: agentRows.flatMap(({ variableIds }) => variableIds),
    set: taskRows.flatMap(({ variableIds }) => variableIds),
  };
}

async function findUsedAgents(
  db: Reader,
  teamId: string,
  ids: string[],
  revisions: Record<string, number> | undefined,
) {
  const rows = await db
    .select({ agent: agents })
    .from(agents)
    .where(teamCondition(agents, teamId, ids));
  return (await toUsedRevisions(db, rows, revisions)).map(({ agent }) => agent);
}

const teamCondition = (table: typeof tasks | typeof agents, teamId: string, ids: string[]) =>
  and(eq(table.teamId, teamId), inArray(table.id, ids));

/** The agent and the app of a session, and the agent's revision that it uses. */
const selectUsers = defineQuery<{ id: string; teamId: string }>()((db, value) =>
  db
    .select({ agent: usedColumns, used: usedRevision, app: apps })
    .from(sessions)
    .leftJoin(agents, and(eq(agents.teamId, sessions.teamId), eq(agents.id, sessions.agentId)))
    .leftJoin(apps, and(eq(apps.teamId, sessions.teamId), eq(apps.id, sessions.appId)))
    .where(and(eq(sessions.teamId, value("teamId")), eq(sessions.id, value("id")))),
);

/** The agent of a chat, as the session uses it. */
async function findChatAgent(db: Reader, agent: UsedColumns | null | undefined, used: number | undefined) {
  if (!agent) return { promptNames: [], variableIds: [] };
  const [one] = await toUsedRevisions(db, [{ agent }], used === undefined ? {} : { [agent.id]: used });
  return one?.agent ?? agent;
}

/** A process as the session uses it, and the revisions of its agents. */
async function findProcess(db: Reader, session: SessionRow, app: AppRow | null | undefined) {
  const { preview } = session;
  if (preview) return { process: preview.process };
  if (app?.type !== "process") return {};
  const revisions = await findSessionRevisions(db, session);
  const number = revisions?.app ?? app.revision;
  const earlier = number !== null && number !== app.revision ? await findAppRevision(db, app, number) : undefined;
  return { process: earlier ?? app, variableIds: earlier?.variableIds, revisions: revisions?.agents };
}

/** A session's required variables, and whether each has a value. */
export async function listRequiredVariables(db: Reader, session: SessionRow): Promise<RequiredVariables[]> {
  const { id, teamId, preview } = session;
  const [used] = await selectUsers(db, { id, teamId });
  const { process, variableIds, revisions } = await findProcess(db, session, used?.app);
  const ofApp = variableIds ?? (preview ?? used?.app)?.variableIds ?? [];
  const agent = preview?.agent ?? (await findChatAgent(db, used?.agent, used?.used));
  const processVariables = await findProcessVariables(db, teamId, process, revisions);
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
