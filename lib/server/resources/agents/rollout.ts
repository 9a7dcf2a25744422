import { and, eq, sql } from "drizzle-orm";
import type { Viewer } from "../../access/visibility/visible";
import type { Reader, Tx } from "../../platform/db/client";
import { apps } from "../../platform/db/tables/apps";
import { messageFeedback } from "../../platform/db/tables/message-feedback";
import { sessions } from "../../platform/db/tables/sessions";
import { selectUsersOf } from "../references/select-users";
import { viewRollout, withShare } from "../rollouts/service";
import { lockAgent, updateColumns } from "./actions";
import { getAgent } from "./queries";
import { revisionsOfAgents } from "./revisions";

interface Share {
  share: number;
  version?: number | undefined;
  revisionId?: string | undefined;
}

/** Returns the number of the revision that is rolled out. */
export async function changeShare(
  tx: Tx,
  { teamId, accountId }: Viewer,
  id: string,
  { version, ...sent }: Share,
): Promise<number> {
  const row = await lockAgent(tx, teamId, id, version);
  const rollout = await withShare(revisionsOfAgents, tx, row, sent);
  await updateColumns(tx, accountId, id, { rollout });
  return rollout.revision;
}

export async function stopRollout(tx: Tx, { teamId, accountId }: Viewer, id: string): Promise<void> {
  await lockAgent(tx, teamId, id, undefined);
  await updateColumns(tx, accountId, id, { rollout: null });
}

/** Compared are sessions of the apps that use the agent and do not pin it. */
export async function viewAgentRollout(db: Reader, viewer: Viewer, id: string) {
  const used = { teamId: viewer.teamId, ids: sql`array[${id}::text]` };
  const users = selectUsersOf("app", "agent", { through: "task", used });
  return viewRollout(db, viewer, revisionsOfAgents, await getAgent(db, viewer.teamId, id), {
    apps: and(
      sql`${apps.id} = any(array(select id from (${users}) users))`,
      sql`not ${apps.agentRevisions} ? ${id}::text`,
    ),
    revision: sql<number>`(${sessions.revisions}->'agents'->>${id}::text)::int`,
    ratings: eq(messageFeedback.agentId, id),
  });
}
