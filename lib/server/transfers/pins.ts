import { and, asc, eq, ne, type SQL, sql } from "drizzle-orm";
import { agents } from "../agents/table";
import { tools } from "../tools/table";
import type { Plan } from "./plan";
import type { Reader } from "./stock";

const ids = (values: string[]): SQL => sql`${sql.param(values)}::text[]`;

/** Agents and their tools where the agent uses another revision than the applied one. */
export const pinsElsewhere = (db: Reader, teamId: string, agentIds: string[]) =>
  db
    .select({ agentId: agents.id, agent: agents.name, toolId: tools.id, tool: tools.name })
    .from(agents)
    .innerJoin(tools, and(eq(tools.teamId, teamId), sql`${agents.toolRevisions} ? ${tools.id}`))
    .where(
      and(
        eq(agents.teamId, teamId),
        sql`${agents.id} = any(${ids(agentIds)})`,
        ne(sql`${agents.toolRevisions}->>${tools.id}`, tools.revisionId),
      ),
    )
    .orderBy(asc(agents.name), asc(tools.name), asc(agents.id), asc(tools.id));

/** An agent that goes on with another revision of a tool than the one that is imported. */
export interface Kept {
  /** The key of the tool's part. */
  tool: string;
  agent: string;
}
const keptMost = 20;

/** Agents of the team that are pinned to a revision of what the import replaces. */
export async function keepersOf(db: Reader, teamId: string, { parts }: Plan): Promise<Kept[]> {
  const keys = new Map(
    parts.flatMap(({ kind, key, action, held }) =>
      kind === "tool" && action === "replace" && held ? [[held.id, key] as const] : [],
    ),
  );
  if (keys.size === 0) return [];
  const rows = await db
    .select({ agent: agents.name, toolId: tools.id })
    .from(agents)
    .innerJoin(tools, and(eq(tools.teamId, teamId), sql`${agents.toolRevisions} ? ${tools.id}`))
    .where(and(eq(agents.teamId, teamId), sql`${tools.id} = any(${ids([...keys.keys()])})`))
    .orderBy(asc(agents.name), asc(agents.id))
    .limit(keptMost);
  return rows.map(({ agent, toolId }) => ({ agent, tool: keys.get(toolId) ?? "" }));
}
