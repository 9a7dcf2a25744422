import type { AgentDefinition } from "@/lib/contract/agents/definition";
import type { Viewer } from "../../access/visibility/visible";
import type { Reader } from "../../platform/db/client";
import { agentRevisions } from "../../platform/db/tables/agent-revisions";
import { findNames } from "../references/names";
import { createRevisionStore } from "../revisions/service";
import { getAgent } from "./queries";
import { listAppsOfAgent } from "./users";

export const revisionsOfAgents = createRevisionStore<AgentDefinition>(agentRevisions, "agentrevision");

/** The content of an agent's row, which is that of its applied revision. */
export const toDefinition = (row: AgentDefinition): AgentDefinition => ({
  name: row.name,
  role: row.role,
  goal: row.goal,
  backstory: row.backstory,
  modelId: row.modelId,
  functionModelId: row.functionModelId,
  toolIds: row.toolIds,
  toolRevisions: row.toolRevisions,
  variableIds: row.variableIds,
  allowDelegation: row.allowDelegation,
  maxIterations: row.maxIterations,
  iconId: row.iconId,
});

const findDefinitionNames = (db: Reader, teamId: string, definitions: AgentDefinition[]) =>
  findNames(db, teamId, {
    model: definitions.flatMap(({ modelId, functionModelId }) => [modelId, functionModelId]),
    tool: definitions.flatMap(({ toolIds }) => toolIds),
    variable: definitions.flatMap(({ variableIds }) => variableIds),
  });

/** Newest first, without the draft, and what uses the agent. */
export async function listRevisions(db: Reader, viewer: Viewer, agentId: string) {
  const { teamId } = viewer;
  const agent = await getAgent(db, teamId, agentId);
  const draft = await revisionsOfAgents.findDraft(db, agentId);
  const revisions = await revisionsOfAgents.list(db, agent);
  const names = await findDefinitionNames(db, teamId, [agent, ...(draft ? [draft.definition] : [])]);
  return { revisions, names, usedBy: await listAppsOfAgent(db, viewer, agentId) };
}

export async function viewRevision(db: Reader, teamId: string, agentId: string, revisionId: string) {
  const revision = await revisionsOfAgents.get(db, await getAgent(db, teamId, agentId), revisionId);
  return { revision, names: await findDefinitionNames(db, teamId, [revision.definition]) };
}
