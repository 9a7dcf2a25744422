const runStart = "run_";
const start = "resp_";
const pattern = /^resp_([0-9a-z]{1,60})(?:_([1-9]\d{0,5}))?$/;

/** A run has a response for each time that it stopped to wait, and one for its end. The first one has the run's id. */
export const toResponseId = (runId: string, index: number): string =>
  `${start}${runId.slice(runStart.length)}${index > 0 ? `_${index}` : ""}`;

/** Null for the id of nothing. */
export function parseResponseId(id: string): { runId: string; index: number } | null {
  const [, run, index] = pattern.exec(id) ?? [];
  return run ? { runId: `${runStart}${run}`, index: Number(index ?? 0) } : null;
}
