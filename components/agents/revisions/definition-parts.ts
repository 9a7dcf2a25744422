import type { AgentDefinition } from "@/lib/contract/agents/definition";

/** A part in which two definitions differ, as texts to compare. */
interface DefinitionPart {
  title: string;
  before: string;
  after: string;
}

type Names = Readonly<Record<string, string>>;

const deleted = "(deleted)";

/** The settings, one per line, with names instead of IDs. */
function formatSettings(definition: AgentDefinition, names: Names): string {
  const { name, modelId, functionModelId, toolIds, toolRevisions, variableIds } = definition;
  const toName = (id: string) => names[id] ?? deleted;
  const toTool = (id: string) => `  ${toName(id)}${toolRevisions[id] ? " (pinned to a revision)" : ""}`;
  const toList = (label: string, lines: string[]) => (lines.length > 0 ? [`${label}:`, ...lines] : [`${label}: none`]);
  return [
    `Name: ${name}`,
    `Model: ${modelId ? toName(modelId) : "none"}`,
    `Model for tool calls: ${functionModelId ? toName(functionModelId) : "same model"}`,
    `Max steps: ${definition.maxIterations}`,
    `Delegation: ${definition.allowDelegation ? "allowed" : "not allowed"}`,
    ...toList("Tools", toolIds.map(toTool).sort()),
    ...toList("Required inputs", variableIds.map((id) => `  ${toName(id)}`).sort()),
  ].join("\n");
}

/** Returns the parts in which the definitions differ. */
export function buildDefinitionParts(before: AgentDefinition, after: AgentDefinition, names: Names): DefinitionPart[] {
  const parts = [
    { title: "Role", before: before.role, after: after.role },
    { title: "Goal", before: before.goal, after: after.goal },
    { title: "Backstory", before: before.backstory, after: after.backstory },
    { title: "Settings", before: formatSettings(before, names), after: formatSettings(after, names) },
  ];
  return parts.filter((part) => part.before !== part.after);
}
