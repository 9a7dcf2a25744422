import { and, eq } from "drizzle-orm";
import type { Reader } from "../../../platform/db/client";
import { agents } from "../../../platform/db/tables/agents";
import type { apps } from "../../../platform/db/tables/apps";
import { findProcessVariables, findRequiredVariables } from "./required-variables";
import { findAppRevision, toUsedRevisions } from "./session-revisions";

type AppRow = typeof apps.$inferSelect;

/** The agent's prompts and variables as the app uses it. */
async function findChatAgents(db: Reader, { teamId, agentId, agentRevisions }: AppRow, revision: number | null) {
  if (!agentId) return [];
  const rows = await db
    .select({ agent: agents })
    .from(agents)
    .where(and(eq(agents.teamId, teamId), eq(agents.id, agentId)));
  const revisions = revision === null ? agentRevisions : { ...agentRevisions, [agentId]: revision };
  return (await toUsedRevisions(db, rows, revisions)).map(({ agent }) => agent);
}

/**
 * The variables that an app asks for when a conversation starts. `revision`: of a chat app's agent or of the process, if not the
 * applied one.
 */
export async function listAskedVariables(db: Reader, app: AppRow, revision: number | null = null) {
  const { teamId } = app;
  const isProcess = app.type === "process";
  const ofChat = isProcess ? [] : await findChatAgents(db, app, revision);
  const earlier = isProcess && revision !== null ? await findAppRevision(db, app, revision) : undefined;
  const process = isProcess ? (earlier ?? app) : undefined;
  const ofProcess = await findProcessVariables(db, teamId, process, app.agentRevisions);
  const ownIds = earlier?.variableIds ?? app.variableIds;
  const used = {
    names: [...ofChat.flatMap(({ promptNames }) => promptNames), ...ofProcess.names],
    ids: [...ownIds, ...ofChat.flatMap(({ variableIds }) => variableIds), ...ofProcess.ids],
  };
  const asked = await findRequiredVariables(db, teamId, used);
  return asked
    .filter(({ id }) => !ofProcess.set.includes(id) || ownIds.includes(id))
    .map(({ name, description, secret, defaultValue }) => ({ name, description, secret, required: !defaultValue }));
}
