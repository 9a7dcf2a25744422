import { singleton } from "../../../platform/process/registry";

const listeners = () => singleton("test-ended", () => new Set<() => void>());

/** Calls back after a run of a test session ends on this process. Returns a function to stop. */
export function onTestEnded(listener: () => void): () => void {
  listeners().add(listener);
  return () => void listeners().delete(listener);
}

export const announceTestEnded = (): void => {
  for (const listener of listeners()) listener();
};
