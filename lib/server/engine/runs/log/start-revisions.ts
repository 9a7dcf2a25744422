import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { agents } from "../../../platform/db/tables/agents";
import { appRevisions } from "../../../platform/db/tables/app-revisions";
import { apps } from "../../../platform/db/tables/apps";
import { sessions } from "../../../platform/db/tables/sessions";
import { tasks } from "../../../platform/db/tables/tasks";

/**
 * The number of the revision that is rolled out, if the session is in its share; otherwise null. A hash of both IDs decides, so that
 * a session is always in the same place, and in another one for each agent. Tests are in no share.
 */
const rolledOutRevision = ({ id, rollout }: typeof agents | typeof apps) => sql<number | null>`case
  when ${rollout} is null or ${sessions.test} then null
  when ('x' || left(md5(${sessions.id} || ${id}), 7))::bit(28)::int % 100 < (${rollout}->>'share')::int
  then (${rollout}->>'revision')::int end`;

const pinnedOrNew = (pins: SQLWrapper) =>
  sql<number>`coalesce((${pins}->>${agents.id})::int, ${rolledOutRevision(agents)}, ${agents.revision})`;

/**
 * The number of the revision with which a new session of the app would begin: the one to which it is pinned, the one that is rolled
 * out to it, or the applied one.
 */
const newRevision = pinnedOrNew(apps.agentRevisions);
/** The same, or the one with which the session has begun. */
export const usedRevision = sql<number>`case when ${sessions.test} and ${sessions.preview} is null then ${newRevision}
  else coalesce((${sessions.revisions}->'agents'->>${agents.id})::int, ${newRevision}) end`;

const ofTeam = sql`${agents.teamId} = ${sessions.teamId}`;
const appOfSession = sql`${apps.id} = ${sessions.appId} and ${apps.teamId} = ${sessions.teamId}`;

/** The content of a process's revision that is rolled out to the session, as `own`, which is read only then. */
const rolledOutProcess = sql`cross join lateral (select ${rolledOutRevision(apps)} number) chosen
  cross join lateral (select case when chosen.number is not null then (select ${appRevisions.definition} from ${appRevisions}
    where ${appRevisions.ownerId} = ${apps.id} and ${appRevisions.number} = chosen.number) end definition) own`;
const ownIds = (name: string, applied: SQLWrapper) => sql`(case when own.definition is null then ${applied}
  else array(select jsonb_array_elements_text(own.definition->${sql.raw(`'${name}'`)})) end)`;
const ownPins = sql`coalesce(own.definition->'agentRevisions', ${apps.agentRevisions})`;

/** The revisions with which a session begins: of its agents, and of its process. Evaluated in a statement that updates the session. */
export const startRevisions: Record<"chat" | "process", SQL> = {
  chat: sql`(select jsonb_build_object('agents', jsonb_build_object(${agents.id}, ${newRevision}))
    from ${agents} left join ${apps} on ${appOfSession} where ${agents.id} = ${sessions.agentId} and ${ofTeam})`,
  process: sql`(select jsonb_build_object('app', coalesce(chosen.number, ${apps.revision}), 'agents', coalesce((
      select jsonb_object_agg(${agents.id}, ${pinnedOrNew(ownPins)}) from ${agents}
      where ${ofTeam} and ${agents.id} = any(${ownIds("agentIds", apps.agentIds)} || array(
        select ${tasks.agentId} from ${tasks} where ${tasks.teamId} = ${sessions.teamId}
          and ${tasks.id} = any(${ownIds("taskIds", apps.taskIds)})))
    ), '{}')) from ${apps} ${rolledOutProcess} where ${appOfSession})`,
};
