import { describeConditions, describeSource } from "@/components/apps/form/flow/branch/branch-state";
import type { DefinitionPart } from "@/components/shared/revisions/difference-parts";
import { type Names, toLines, toName } from "@/components/shared/revisions/named-lines";
import type { AppDefinition } from "@/lib/contract/apps/definition";
import { toFlow } from "@/lib/contract/apps/flow-parts";
import { isBranchStep, listCases, toStepId } from "@/lib/contract/apps/steps";

/** The steps in order, each with those that it waits for and the cases in which it runs. */
function formatSteps(definition: AppDefinition, names: Names): string {
  const { steps } = toFlow(definition);
  const branches = new Map(steps.filter(isBranchStep).map((branch) => [branch.id, branch]));
  const nameOf = (id: string) => branches.get(id)?.name ?? toName(names, id);
  return steps
    .map((step, i) => {
      const branch = step.within && branches.get(step.within.branch);
      const cases = branch ? listCases(branch).filter(({ id }) => step.within?.cases.includes(id)) : [];
      const facts = [
        ...(step.after.length > 0 ? [`after ${step.after.map(nameOf).join(", ")}`] : []),
        ...(branch ? [`${branch.name}: ${cases.map(({ name }) => name).join(", ")}`] : []),
      ];
      return `${i + 1}. ${nameOf(toStepId(step))}${facts.length > 0 ? ` (${facts.join("; ")})` : ""}`;
    })
    .join("\n");
}

/** How each branch decides. */
function formatBranches(definition: AppDefinition, names: Names): string {
  const nameOf = (id: string) => toName(names, id);
  return (definition.branches ?? [])
    .flatMap(({ name, by, modelId, instructions, cases, defaultName, ...source }) => [
      by === "value"
        ? `${name}: ${describeSource(source, nameOf)}`
        : `${name}: classification by ${modelId ? nameOf(modelId) : "no model"}. ${instructions}`.trim(),
      ...cases.map((one) =>
        by === "value" ? `  ${one.name}: ${describeConditions(one, nameOf)}` : `  ${one.name}: ${one.description}`,
      ),
      `  ${defaultName}: otherwise`,
    ])
    .join("\n");
}

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
  { title: "Tasks", before: formatSteps(before, names), after: formatSteps(after, names) },
  ...(before.branches || after.branches
    ? [{ title: "Branches", before: formatBranches(before, names), after: formatBranches(after, names) }]
    : []),
  { title: "Settings", before: formatSettings(before, names), after: formatSettings(after, names) },
];
