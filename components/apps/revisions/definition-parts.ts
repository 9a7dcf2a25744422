import { completeRules, describeRules } from "@/components/shared/input-requests/rules";
import type { DefinitionPart } from "@/components/shared/revisions/difference-parts";
import { type Names, toLines, toName } from "@/components/shared/revisions/named-lines";
import { maxItems } from "@/lib/constants/limits";
import type { AppDefinition } from "@/lib/contract/apps/definition";
import { describeBranch, describeSource } from "@/lib/contract/apps/describe-branch";
import type { BranchStep } from "@/lib/contract/apps/flow";
import { toFlow } from "@/lib/contract/apps/flow-parts";
import { defaultCase, findIteration, isBranchStep, isIteration, listCases, toStepId } from "@/lib/contract/apps/steps";

const describePlace = ({ name, by }: BranchStep, cases: readonly { name: string }[]): string =>
  by === "items" ? `for each item of ${name}` : `${name}: ${cases.map((one) => one.name).join(", ")}`;

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
        ...(branch ? [describePlace(branch, cases)] : []),
      ];
      return `${i + 1}. ${nameOf(toStepId(step))}${facts.length > 0 ? ` (${facts.join("; ")})` : ""}`;
    })
    .join("\n");
}

function describeDecision(branch: BranchStep, nameOf: (id: string) => string, isInIteration: boolean): string {
  const { by, modelId, instructions, asks } = branch;
  if (by === "classification") return `classification by ${modelId ? nameOf(modelId) : "no model"}. ${instructions}`;
  if (by === "person") return `${describeRules(completeRules(asks ?? {}), nameOf)} is asked: ${instructions}`;
  return describeSource(branch, nameOf, isInIteration);
}

/** How each branch decides. */
function formatBranches(definition: AppDefinition, names: Names): string {
  const { steps } = toFlow(definition);
  const nameOf = (id: string) => toName(names, id);
  const formatBranch = (branch: BranchStep): string[] => {
    const isInIteration = findIteration(steps, branch) !== undefined;
    return [
      `${branch.name}: ${describeDecision(branch, nameOf, isInIteration)}`.trim(),
      ...describeBranch(branch, nameOf, isInIteration).cases.map(
        ({ id, name, condition }) =>
          `  ${[name, id === defaultCase ? "otherwise" : condition].filter(Boolean).join(": ")}`,
      ),
    ];
  };
  return steps
    .filter((step) => isBranchStep(step) && !isIteration(step))
    .flatMap(formatBranch)
    .join("\n");
}

/** The list and limits of each iteration. */
function formatIterations(definition: AppDefinition, names: Names): string {
  const { steps } = toFlow(definition);
  const nameOf = (id: string) => toName(names, id);
  return steps
    .filter(isIteration)
    .flatMap((iteration) => [
      `${iteration.name}: for each item of ${describeSource(iteration, nameOf, false)}`,
      `  Items at the same time: ${iteration.concurrency ?? 1}`,
      `  Maximum items: ${iteration.maxItems ?? maxItems}`,
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
  { title: "Branches", before: formatBranches(before, names), after: formatBranches(after, names) },
  { title: "Iterations", before: formatIterations(before, names), after: formatIterations(after, names) },
  { title: "Settings", before: formatSettings(before, names), after: formatSettings(after, names) },
];
