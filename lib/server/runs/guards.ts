export interface StepCall {
  id: string;
  name: string;
  input: unknown;
  /** Why the arguments cannot be used. */
  invalid?: string;
}

const timesMost = 3;

/** Counts calls of one tool with the same arguments; a model that repeats itself three times gets no further. */
export function loopGuard(
  made: Pick<StepCall, "name" | "input">[] = [],
): (call: Pick<StepCall, "name" | "input">) => boolean {
  const seen = new Map<string, number>();
  const again = ({ name, input }: Pick<StepCall, "name" | "input">): boolean => {
    const key = `${name} ${JSON.stringify(input)}`;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return times >= timesMost;
  };
  made.forEach(again);
  return again;
}

/** What the trace says where a run was stopped for going round in circles. */
export const loopNotice = ({ name }: Pick<StepCall, "name">) => {
  const text = `Loop stopped: ${name} was called ${timesMost} times with the same arguments.`;
  return { kind: "notice" as const, body: { code: "loop", text } };
};

/** US dollars; null where a price or a count is unknown. Prices are per million tokens. */
export function costOf(
  usage: { inputTokens: number | null; outputTokens: number | null },
  price: { inputPrice: number | null; outputPrice: number | null },
): number | null {
  const { inputTokens, outputTokens } = usage;
  if (inputTokens === null || outputTokens === null || price.inputPrice === null || price.outputPrice === null)
    return null;
  return (inputTokens * price.inputPrice + outputTokens * price.outputPrice) / 1_000_000;
}
