import { and, eq, inArray } from "drizzle-orm";
import type { Reader } from "../../../platform/db/client";
import { agents } from "../../../platform/db/tables/agents";
import type { apps } from "../../../platform/db/tables/apps";
import type { VariableRow } from "../../variables/variables";
import { findProcessVariables, findRequiredVariables } from "./required-variables";
import { toUsedRevisions } from "./session-revisions";

/** The variables that an app requests when a session of it starts. */
export async function findAppVariables(db: Reader, app: typeof apps.$inferSelect): Promise<VariableRow[]> {
  const { teamId, agentRevisions } = app;
  const rows = await db
    .select({ agent: agents })
    .from(agents)
    .where(and(eq(agents.teamId, teamId), inArray(agents.id, app.agentId ? [app.agentId] : [])));
  const ofChat = (await toUsedRevisions(db, rows, agentRevisions)).map(({ agent }) => agent);
  const process = app.type === "process" ? app : undefined;
  const ofProcess = await findProcessVariables(db, teamId, process, agentRevisions);
  const used = {
    names: [...ofChat.flatMap(({ promptNames }) => promptNames), ...ofProcess.names],
    ids: [...app.variableIds, ...ofChat.flatMap(({ variableIds }) => variableIds), ...ofProcess.ids],
  };
  return (await findRequiredVariables(db, teamId, used)).filter(
    ({ id }) => !ofProcess.set.includes(id) || app.variableIds.includes(id),
  );
}
