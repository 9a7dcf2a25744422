import { ArrowDown, ArrowUp, GitFork, Pencil, Split, Trash2 } from "lucide-react";
import type { RowAction } from "@/components/shared/data-table/column";
import type { Step } from "@/lib/contract/apps/flow";
import { isBranchStep, isIteration, isTaskStep, toStepId } from "@/lib/contract/apps/steps";
import { canBeWithin, canMoveLater, listAwaitable, removeStep, shiftStep } from "./flow-steps";

interface StepHandlers {
  change(steps: readonly Step[]): void;
  edit(id: string): void;
  editAfter(id: string): void;
  editWithin(id: string): void;
}

/** Why a step can't be placed in a branch or iteration. */
function explainPlace(steps: readonly Step[], step: Step): string | undefined {
  const others = steps.filter(isBranchStep).filter((branch) => branch !== step);
  if (others.some((branch) => canBeWithin(steps, step, branch))) return undefined;
  return others.length > 0 ? "An iteration can't be in another one." : "This app has no branches or iterations.";
}

/** The menu of a step's card. */
export function buildStepActions(steps: readonly Step[], step: Step, handlers: StepHandlers): RowAction[] {
  const { change, edit, editAfter, editWithin } = handlers;
  const id = toStepId(step);
  return [
    {
      label: `Edit ${isIteration(step) ? "iteration" : step.kind}`,
      icon: <Pencil />,
      opens: true,
      onSelect: () => edit(id),
    },
    {
      label: "Edit dependencies",
      icon: <GitFork />,
      disabledReason: listAwaitable(steps, step).some(isTaskStep) ? undefined : "It can't depend on any other task.",
      onSelect: () => editAfter(id),
    },
    {
      label: "Edit condition",
      icon: <Split />,
      disabledReason: explainPlace(steps, step),
      onSelect: () => editWithin(id),
    },
    {
      label: "Move earlier",
      icon: <ArrowUp />,
      disabledReason: steps[0] === step ? "This is already the first step." : undefined,
      onSelect: () => change(shiftStep(steps, id, -1)),
    },
    {
      label: "Move later",
      icon: <ArrowDown />,
      disabledReason: canMoveLater(steps, id) ? undefined : "This is already the last step.",
      onSelect: () => change(shiftStep(steps, id, 1)),
    },
    {
      label: "Remove from this app",
      icon: <Trash2 />,
      danger: true,
      onSelect: () => change(removeStep(steps, id)),
    },
  ];
}
