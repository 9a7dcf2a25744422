import { type SQL, sql } from "drizzle-orm";
import { agents } from "../../../platform/db/tables/agents";
import { apps } from "../../../platform/db/tables/apps";
import { sessions } from "../../../platform/db/tables/sessions";
import { tasks } from "../../../platform/db/tables/tasks";

/** The number of the revision with which a new session of the app would begin: the one to which it is pinned, or the applied one. */
export const newRevision = sql<number>`coalesce((${apps.agentRevisions}->>${agents.id})::int, ${agents.revision})`;
/** The same, or the one with which the session has begun. */
export const usedRevision = sql<number>`case when ${sessions.test} and ${sessions.preview} is null then ${newRevision}
  else coalesce((${sessions.revisions}->'agents'->>${agents.id})::int, ${newRevision}) end`;

const ofTeam = sql`${agents.teamId} = ${sessions.teamId}`;
const appOfSession = sql`${apps.id} = ${sessions.appId} and ${apps.teamId} = ${sessions.teamId}`;

/** The revisions with which a session begins: of its agents, and of its process. Evaluated in a statement that updates the session. */
export const startRevisions: Record<"chat" | "process", SQL> = {
  chat: sql`(select jsonb_build_object('agents', jsonb_build_object(${agents.id}, ${newRevision}))
    from ${agents} left join ${apps} on ${appOfSession} where ${agents.id} = ${sessions.agentId} and ${ofTeam})`,
  process: sql`(select jsonb_build_object('app', ${apps.revision}, 'agents', coalesce((
      select jsonb_object_agg(${agents.id}, ${newRevision}) from ${agents}
      where ${ofTeam} and ${agents.id} = any(${apps.agentIds} || array(
        select ${tasks.agentId} from ${tasks} where ${tasks.teamId} = ${sessions.teamId} and ${tasks.id} = any(${apps.taskIds})))
    ), '{}')) from ${apps} where ${appOfSession})`,
};
