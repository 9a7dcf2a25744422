import type { DndContextProps } from "@dnd-kit/core";
import type { Step } from "@/lib/contract/apps/flow";
import { isBranchStep, isIteration, listCases } from "@/lib/contract/apps/steps";

/** What a screen reader says while a card is dragged. */
export function describeDrags(
  steps: readonly Step[],
  nameOf: (id: string | number) => string,
): NonNullable<DndContextProps["accessibility"]> {
  const describeZone = (zone: string | number) => {
    const [place, target = "", caseId] = String(zone).split(" ");
    if (place === "before") return `before ${nameOf(target)}`;
    if (place === "after") return `to run after ${nameOf(target)}`;
    const branch = steps.filter(isBranchStep).find(({ id }) => id === target);
    if (branch && isIteration(branch)) return `to run for each item of ${nameOf(target)}`;
    const name = branch && listCases(branch).find(({ id }) => id === caseId)?.name;
    return `to run in the case ${name} of ${nameOf(target)}`;
  };
  return {
    screenReaderInstructions: {
      draggable: "Press Space to pick up, arrow keys to choose a position, Space to drop, Escape to cancel.",
    },
    announcements: {
      onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}.`,
      onDragOver: ({ over }) => (over ? `Drop ${describeZone(over.id)}.` : ""),
      onDragEnd: ({ active, over }) =>
        over ? `${nameOf(active.id)} was moved ${describeZone(over.id)}.` : `${nameOf(active.id)} wasn't moved.`,
      onDragCancel: ({ active }) => `Move canceled. ${nameOf(active.id)} wasn't moved.`,
    },
  };
}
