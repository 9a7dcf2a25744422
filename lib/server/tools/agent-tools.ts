import { and, eq, inArray, or, sql } from "drizzle-orm";
import { agents } from "../agents/table";
import type { Db } from "../db/client";
import { runPayer } from "../knowledge/payer";
import { passedBudgets } from "../runs/budget-guard";
import { type EngineTool, registerToolSource, type ToolSource } from "../runs/tools";
import { callTool } from "./call";
import { functionNamesOf } from "./function-names";
import type { ToolRow } from "./queries";
import { type Loaded, openRevision, type RevisionRow } from "./revisions";
import { toolRevisions, tools } from "./table";
import { kindOf } from "./types/all";
import type { Operation } from "./types/kind";

interface Used {
  tool: ToolRow;
  revision: RevisionRow;
}

/** What is used: tools, each of the revision that it is pinned to, else of the applied one. */
export interface ToolUse {
  toolIds: readonly string[];
  toolRevisions: Record<string, string>;
  /** The model that retrievers have think first. */
  modelId: string | null;
}

async function usedTools(db: Db, teamId: string, { toolIds, toolRevisions: pins }: ToolUse): Promise<Used[]> {
  if (toolIds.length === 0) return [];
  const pinned = sql`${toolRevisions.id} = (${sql.param(JSON.stringify(pins))}::jsonb->>${tools.id})`;
  const rows = await db
    .select({ tool: tools, revision: toolRevisions })
    .from(tools)
    .innerJoin(toolRevisions, eq(toolRevisions.toolId, tools.id))
    .where(
      and(
        eq(tools.teamId, teamId),
        inArray(tools.id, [...toolIds]),
        or(pinned, eq(toolRevisions.id, tools.revisionId)),
      ),
    );
  return toolIds.flatMap((id) => {
    const own = rows.filter(({ tool }) => tool.id === id);
    const used = own.find(({ revision }) => revision.id === pins[id]) ?? own[0];
    return used ? [used as Used] : [];
  });
}

function engineTool(
  db: Db,
  { tool, revision }: Used,
  name: string,
  does: Operation,
  defined: Loaded,
  modelId: string | null,
): EngineTool {
  const { operation, description, parameters } = does;
  return {
    ...{ name, description, parameters },
    repeatable: tool.repeatable || (does.repeatable ?? false),
    requireApproval: tool.requireApproval || (does.requireApproval ?? false),
    asks: tool.asks,
    origin: { toolId: tool.id, revisionId: revision.id, revision: revision.number, operation },
    async execute(input, signal, { tell, logs, passages, run }) {
      const payer = async () => runPayer(db, run, await passedBudgets(db, run));
      const outcome = await callTool(
        { defined, operation, args: input as Record<string, unknown>, sessionId: run.sessionId },
        { db, teamId: tool.teamId, tool, signal, payer, modelId, passages, tell },
      );
      logs(outcome.logs);
      if (!outcome.ok) throw new Error(outcome.error ?? "The tool failed.");
      return outcome.result;
    },
  };
}

/** The functions that models see of some tools, in their order. Of two with one name the first is kept. */
export async function engineTools(db: Db, teamId: string, use: ToolUse): Promise<EngineTool[]> {
  const found = new Map<string, EngineTool>();
  for (const used of await usedTools(db, teamId, use)) {
    const { tool, revision } = used;
    const defined = openRevision(tool, revision);
    const operations = kindOf(tool.type).operations(defined.definition, tool.description, defined.prepared);
    const names = functionNamesOf(tool.functionName, operations);
    operations.forEach((does, i) => {
      const name = names[i] ?? tool.functionName;
      if (!found.has(name)) found.set(name, engineTool(db, used, name, does, defined, use.modelId));
    });
  }
  return [...found.values()];
}

/** The tools that an agent has. */
const agentTools: ToolSource = async ({ db, teamId, agentId, toolIds = [] }) => {
  const [agent] = await db
    .select({
      ...{ toolIds: agents.toolIds, toolRevisions: agents.toolRevisions },
      modelId: sql<string | null>`coalesce(${agents.functionModelId}, ${agents.modelId})`,
    })
    .from(agents)
    .where(and(eq(agents.teamId, teamId), eq(agents.id, agentId)));
  return agent ? engineTools(db, teamId, { ...agent, toolIds: [...new Set([...agent.toolIds, ...toolIds])] }) : [];
};

registerToolSource("agent", agentTools);
