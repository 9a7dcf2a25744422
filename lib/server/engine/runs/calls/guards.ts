export interface StepCall {
  id: string;
  name: string;
  input: unknown;
  /** Why the arguments are invalid. */
  invalid?: string;
}

const maxTimes = 3;

/** Counts calls of one tool with the same arguments; a third repetition stops the run. */
export function createLoopGuard(
  earlierCalls: Pick<StepCall, "name" | "input">[] = [],
): (call: Pick<StepCall, "name" | "input">) => boolean {
  const counts = new Map<string, number>();
  const isRepeated = ({ name, input }: Pick<StepCall, "name" | "input">): boolean => {
    const key = `${name} ${JSON.stringify(input)}`;
    const times = (counts.get(key) ?? 0) + 1;
    counts.set(key, times);
    return times >= maxTimes;
  };
  earlierCalls.forEach(isRepeated);
  return isRepeated;
}

/** The trace's notice for a run stopped because of repetition. */
export const loopNotice = ({ name }: Pick<StepCall, "name">) => {
  const text = `Loop stopped: ${name} was called ${maxTimes} times with the same arguments.`;
  return { kind: "notice" as const, body: { code: "loop" as const, text } };
};
