import { and, eq, inArray, or, sql } from "drizzle-orm";
import { createRunPayer } from "../../engine/knowledge/payer";
import { type EngineTool, registerToolSource, type ToolSource } from "../../engine/runs/calls/tools";
import type { ToolType } from "../../engine/runs/observe/observer";
import { findExemptBudgets } from "../../engine/runs/steps/budget-guard";
import { type Db, toReadWrite } from "../../platform/db/client";
import { agents } from "../../platform/db/tables/agents";
import { toolRevisions, tools } from "../../platform/db/tables/tools";
import type { ToolRow } from "../references/tools";
import { callTool } from "./call";
import { listFunctionNames } from "./function-names";
import { type LoadedDefinition, openRevision, type RevisionRow } from "./revisions";
import { getToolImplementation } from "./types/all";
import type { Operation } from "./types/kind";

interface UsedTool {
  tool: ToolRow;
  revision: RevisionRow;
}

/** Tools with the pinned or applied revision. */
interface ToolUse {
  toolIds: readonly string[];
  toolRevisions: Record<string, string>;
  /** The model for retrievers. */
  modelId: string | null;
}

async function listUsedTools(db: Db, teamId: string, { toolIds, toolRevisions: pins }: ToolUse): Promise<UsedTool[]> {
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
    return used ? [used as UsedTool] : [];
  });
}

const toolTypes: Record<ToolRow["type"], ToolType> = {
  function: "function",
  builtin: "extension",
  http: "extension",
  mcp: "extension",
  rag: "datastore",
};

function toEngineTool(
  db: Db,
  { tool, revision }: UsedTool,
  name: string,
  declared: Operation,
  defined: LoadedDefinition,
  modelId: string | null,
): EngineTool {
  const { operation, description, parameters } = declared;
  return {
    name,
    description,
    parameters,
    repeatable: tool.repeatable || (declared.repeatable ?? false),
    requireApproval: tool.requireApproval || (declared.requireApproval ?? false),
    asks: tool.asks,
    type: toolTypes[tool.type],
    origin: { toolId: tool.id, revisionId: revision.id, revision: revision.number, operation },
    async execute(input, signal, { record, logs, passages, run }) {
      const payer = async () => createRunPayer(db, run, await findExemptBudgets(db, run));
      const outcome = await callTool(
        { defined, operation, args: input as Record<string, unknown>, sessionId: run.sessionId },
        { ...toReadWrite(db), teamId: tool.teamId, tool, signal, payer, modelId, passages, record },
      );
      logs(outcome.logs);
      if (!outcome.ok) throw new Error(outcome.error ?? "The tool failed.");
      return outcome.result;
    },
  };
}

/** The functions of some tools, in order. Of two with the same name, the first wins. */
async function toEngineTools(db: Db, teamId: string, use: ToolUse): Promise<EngineTool[]> {
  const found = new Map<string, EngineTool>();
  for (const used of await listUsedTools(db, teamId, use)) {
    const { tool, revision } = used;
    const defined = openRevision(tool, revision);
    const operations = getToolImplementation(tool.type).operations(
      defined.definition,
      tool.description,
      defined.prepared,
    );
    const names = listFunctionNames(tool.functionName, operations);
    operations.forEach((declared, i) => {
      const name = names[i] ?? tool.functionName;
      if (!found.has(name)) found.set(name, toEngineTool(db, used, name, declared, defined, use.modelId));
    });
  }
  return [...found.values()];
}

async function findAgent(db: Db, teamId: string, agentId: string) {
  const [agent] = await db
    .select()
    .from(agents)
    .where(and(eq(agents.teamId, teamId), eq(agents.id, agentId)));
  return agent;
}

const listAgentTools: ToolSource = async ({ db, teamId, agentId, agent, toolIds = [] }) => {
  const owner = agent ?? (await findAgent(db, teamId, agentId));
  if (!owner) return [];
  const { toolRevisions: pins, functionModelId, modelId } = owner;
  const ids = [...new Set([...owner.toolIds, ...toolIds])];
  return toEngineTools(db, teamId, { toolIds: ids, toolRevisions: pins, modelId: functionModelId ?? modelId });
};

registerToolSource("agent", listAgentTools);
