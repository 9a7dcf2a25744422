import type { DefinitionPart } from "@/components/shared/revisions/difference-parts";
import { type Names, toLines, toName } from "@/components/shared/revisions/named-lines";
import type { AppDefinition } from "@/lib/contract/apps/definition";

/** The tasks in order, each with those that it waits for. */
const formatTasks = ({ taskIds, after }: AppDefinition, names: Names): string =>
  taskIds
    .map((id, i) => {
      const earlier = (after[id] ?? []).filter((one) => taskIds.includes(one)).map((one) => toName(names, one));
      return `${i + 1}. ${toName(names, id)}${earlier.length > 0 ? ` (after ${earlier.join(", ")})` : ""}`;
    })
    .join("\n");

/** The settings, one per line, with names instead of IDs. */
function formatSettings(definition: AppDefinition, names: Names): string {
  const { process, managerModelId, agentIds, agentRevisions, fullOutput, variableIds } = definition;
  const pins = Object.entries(agentRevisions).map(([id, revision]) => `${toName(names, id)}: revision ${revision}`);
  const isHierarchical = process === "hierarchical";
  return [
    `Process type: ${isHierarchical ? "hierarchical" : "sequential"}`,
    ...(isHierarchical ? [`Manager model: ${managerModelId ? toName(names, managerModelId) : "none"}`] : []),
    ...toLines("Delegate to", agentIds.map((id) => toName(names, id)).sort()),
    ...toLines("Pinned agents", pins.sort()),
    `Output: ${fullOutput ? "every task's" : "the last task's"}`,
    ...toLines("Required inputs", variableIds.map((id) => toName(names, id)).sort()),
  ].join("\n");
}

/** Returns the parts of two definitions of processes. */
export const buildDefinitionParts = (before: AppDefinition, after: AppDefinition, names: Names): DefinitionPart[] => [
  { title: "Tasks", before: formatTasks(before, names), after: formatTasks(after, names) },
  { title: "Settings", before: formatSettings(before, names), after: formatSettings(after, names) },
];
