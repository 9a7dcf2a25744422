export interface StepCall {
  id: string;
  name: string;
  input: unknown;
  /** Why the arguments are invalid. */
  invalid?: string;
}

const maxTimes = 3;

/** Counts calls of one tool with the same arguments; a third repetition stops the run. */
export function loopGuard(
  made: Pick<StepCall, "name" | "input">[] = [],
): (call: Pick<StepCall, "name" | "input">) => boolean {
  const seen = new Map<string, number>();
  const again = ({ name, input }: Pick<StepCall, "name" | "input">): boolean => {
    const key = `${name} ${JSON.stringify(input)}`;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return times >= maxTimes;
  };
  made.forEach(again);
  return again;
}

/** The trace's notice for a run stopped because of repetition. */
export const loopNotice = ({ name }: Pick<StepCall, "name">) => {
  const text = `Loop stopped: ${name} was called ${maxTimes} times with the same arguments.`;
  return { kind: "notice" as const, body: { code: "loop" as const, text } };
};
