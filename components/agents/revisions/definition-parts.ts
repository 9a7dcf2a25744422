import type { DefinitionPart } from "@/components/shared/revisions/difference-parts";
import { type Names, toLines, toName } from "@/components/shared/revisions/named-lines";
import type { AgentDefinition } from "@/lib/contract/agents/definition";

/** The settings, one per line, with names instead of IDs. */
function formatSettings(definition: AgentDefinition, names: Names): string {
  const { name, modelId, functionModelId, toolIds, toolRevisions, variableIds } = definition;
  const toTool = (id: string) => `${toName(names, id)}${toolRevisions[id] ? " (pinned to a revision)" : ""}`;
  return [
    `Name: ${name}`,
    `Model: ${modelId ? toName(names, modelId) : "none"}`,
    `Model for tool calls: ${functionModelId ? toName(names, functionModelId) : "same model"}`,
    `Max steps: ${definition.maxIterations}`,
    `Delegation: ${definition.allowDelegation ? "allowed" : "not allowed"}`,
    ...toLines("Tools", toolIds.map(toTool).sort()),
    ...toLines("Required inputs", variableIds.map((id) => toName(names, id)).sort()),
  ].join("\n");
}

/** Returns the parts of two definitions of agents. */
export const buildDefinitionParts = (
  before: AgentDefinition,
  after: AgentDefinition,
  names: Names,
): DefinitionPart[] => [
  { title: "Role", before: before.role, after: after.role },
  { title: "Goal", before: before.goal, after: after.goal },
  { title: "Backstory", before: before.backstory, after: after.backstory },
  { title: "Settings", before: formatSettings(before, names), after: formatSettings(after, names) },
];
