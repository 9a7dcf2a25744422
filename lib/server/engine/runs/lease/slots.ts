import { Slots } from "../../../platform/process/slots";
import type { RunRow } from "./lease";

/** Tool calls and delegations of one run in progress, shared by all its tasks and agents. */
const maxParallel = 8;

interface RunSlots {
  calls: Slots;
  /** Separate from calls, which delegations make themselves. */
  delegations: Slots;
  /** Used when they may use up a budget. */
  modelCalls: Slots;
}
const slots = new WeakMap<RunRow, RunSlots>();

/** The slots of one attempt at a run. */
export function getSlots(run: RunRow): RunSlots {
  const runSlots = slots.get(run) ?? {
    calls: new Slots(maxParallel),
    delegations: new Slots(maxParallel),
    modelCalls: new Slots(1),
  };
  slots.set(run, runSlots);
  return runSlots;
}
