import { and, asc, eq, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Reader } from "../../platform/db/client";
import { agents } from "../../platform/db/tables/agents";
import { tools } from "../../platform/db/tables/tools";
import type { ImportPlan } from "./plan";

const isOneOf = (column: PgColumn, values: string[]): SQL => sql`${column} = any(${sql.param(values)}::text[])`;

/** Agents with the tools that they have pinned to a revision. */
const selectPins = (db: Reader, teamId: string, where: SQL | undefined) =>
  db
    .select({ agentId: agents.id, agent: agents.name, toolId: tools.id, tool: tools.name })
    .from(agents)
    .innerJoin(tools, and(eq(tools.teamId, teamId), sql`${agents.toolRevisions} ? ${tools.id}`))
    .where(and(eq(agents.teamId, teamId), where))
    .orderBy(asc(agents.name), asc(tools.name), asc(agents.id), asc(tools.id));

/** Agents with tools pinned to another revision than the applied one. */
export const findPinsElsewhere = (db: Reader, teamId: string, agentIds: string[]) =>
  selectPins(
    db,
    teamId,
    and(isOneOf(agents.id, agentIds), ne(sql`${agents.toolRevisions}->>${tools.id}`, tools.revisionId)),
  );

/** An agent that remains pinned to a different revision of an imported tool. */
export interface KeptPin {
  /** The key of the tool's part. */
  tool: string;
  agent: string;
}
const maxKeptPins = 20;

/** Agents pinned to a revision of a tool that the import replaces. */
export async function findKeptPins(db: Reader, teamId: string, { parts }: ImportPlan): Promise<KeptPin[]> {
  const keys = new Map(
    parts.flatMap(({ kind, key, action, held }) =>
      kind === "tool" && action === "replace" && held ? [[held.id, key] as const] : [],
    ),
  );
  if (keys.size === 0) return [];
  const rows = await selectPins(db, teamId, isOneOf(tools.id, [...keys.keys()])).limit(maxKeptPins);
  return rows.map(({ agent, toolId }) => ({ agent, tool: keys.get(toolId) ?? "" }));
}
