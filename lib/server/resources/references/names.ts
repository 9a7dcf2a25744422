import { and, eq, inArray } from "drizzle-orm";
import type { ResourceKind } from "@/lib/contract/base/resource-kinds";
import type { Reader } from "../../platform/db/client";
import { agents } from "../../platform/db/tables/agents";
import { models } from "../../platform/db/tables/models";
import { tasks } from "../../platform/db/tables/tasks";
import { tools } from "../../platform/db/tables/tools";
import { variables } from "../../platform/db/tables/variables";

const tables = { agent: agents, model: models, task: tasks, tool: tools, variable: variables };
type NamedKind = Extract<ResourceKind, keyof typeof tables>;

/** The names of what definitions refer to, by ID, without what was deleted. */
export async function findNames(
  db: Reader,
  teamId: string,
  ids: Partial<Record<NamedKind, readonly (string | null)[]>>,
): Promise<Record<string, string>> {
  const select = async (kind: NamedKind) => {
    const wanted = ids[kind]?.filter((id) => id !== null) ?? [];
    const table = tables[kind] as typeof agents;
    return wanted.length === 0
      ? []
      : db
          .select({ id: table.id, name: table.name })
          .from(table)
          .where(and(eq(table.teamId, teamId), inArray(table.id, wanted)));
  };
  const rows = await Promise.all((Object.keys(tables) as NamedKind[]).map(select));
  return Object.fromEntries(rows.flat().map(({ id, name }) => [id, name]));
}
