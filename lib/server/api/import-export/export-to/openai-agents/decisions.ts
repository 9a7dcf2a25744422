import type { BranchStep, Step } from "@/lib/contract/apps/flow";
import { isBranchStep, listCases } from "@/lib/contract/apps/steps";
import { toLiteral, toText } from "../shared/literals";
import { toTextLines } from "./agents";
import { findAll, type SketchNames } from "./names";

/** The nearest decision of a person on which a step depends, and the names of the cases in which it runs. */
function findCondition(step: Step, steps: readonly Step[]): { branch: BranchStep; cases: string[] } | undefined {
  const { within } = step;
  const branch = steps.filter(isBranchStep).find(({ id }) => id === within?.branch);
  if (!branch || !within) return undefined;
  if (branch.by !== "person") return findCondition(branch, steps);
  const cases = listCases(branch).filter(({ id }) => within.cases.includes(id));
  return { branch, cases: cases.map(({ name }) => name) };
}

/** The property of a step that says when it runs, unless it always does. */
export function writeCondition(step: Step, steps: readonly Step[], names: SketchNames): string[] {
  const found = findCondition(step, steps);
  if (!found) return [];
  const { branch, cases } = found;
  return [`when: { decision: ${names.decisions.get(branch.id)}, cases: ${toLiteral(cases, "      ")} },`];
}

/** A branch that a person decides. */
export function writeDecision(branch: BranchStep, when: string[], names: SketchNames): string {
  const { id, instructions, cases, defaultName, after } = branch;
  const waits = findAll(after, names.tasks);
  const lines = [
    `question: ${toTextLines(instructions, "      ")},`,
    `cases: ${toLiteral(
      cases.map(({ name }) => name),
      "      ",
    )},`,
    `otherwise: ${toText(defaultName)},`,
    ...(waits.length > 0 ? [`after: [${waits.join(", ")}],`] : []),
    ...when,
  ];
  return `    const ${names.decisions.get(id)} = decide({\n${lines.map((line) => `      ${line}`).join("\n")}\n    });`;
}
