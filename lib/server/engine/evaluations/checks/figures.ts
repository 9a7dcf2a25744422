import type { Check } from "@/lib/contract/testsets/checks";
import { pluralize } from "@/lib/utils/text/pluralize";
import type { AnswerFacts } from "./facts";
import { type Finding, failed, formatNumber, notMeasured, quoteList } from "./finding";
import { readNumber } from "./read-number";

type ValueOf<T extends Check["type"]> = Extract<Check, { type: T }>["value"];

export function checkNumber({ min = -Infinity, max = Infinity }: ValueOf<"number">, text: string): Finding {
  const value = readNumber(text);
  if (value === undefined) return failed("The answer doesn't contain a number.");
  if (value < min) return failed(`The number ${formatNumber(value)} is below ${formatNumber(min)}.`);
  if (value > max) return failed(`The number ${formatNumber(value)} is above ${formatNumber(max)}.`);
  return undefined;
}

export function checkSteps(max: number, { steps }: AnswerFacts): Finding {
  return steps > max
    ? failed(`The answer took ${pluralize(steps, "model call")}, more than ${formatNumber(max)}.`)
    : undefined;
}

export function checkCost(max: number, { costUsd }: AnswerFacts): Finding {
  if (costUsd === null)
    return notMeasured("The cost is unknown because the model has no prices. Set them in the model.");
  return costUsd > max
    ? failed(`The answer cost $${formatNumber(costUsd)}, more than $${formatNumber(max)}.`)
    : undefined;
}

export function checkFirstToken(max: number, { firstTokenMs }: AnswerFacts): Finding {
  if (firstTokenMs === null) return notMeasured("The time to the first token isn't known.");
  return firstTokenMs > max
    ? failed(`The first token took ${formatNumber(firstTokenMs)} ms, more than ${formatNumber(max)} ms.`)
    : undefined;
}

export function checkRecall({ documents, min }: ValueOf<"recall">, facts: AnswerFacts): Finding {
  const retrieved = new Set(facts.documents.flatMap(({ documentId, title }) => [documentId, title]));
  const expected = [...new Set(documents)];
  const missing = expected.filter((one) => !retrieved.has(one));
  const found = expected.length - missing.length;
  if (found / expected.length >= min) return undefined;
  return failed(
    `${found} of ${pluralize(expected.length, "document")} ${found === 1 ? "was" : "were"} retrieved. Missing: ${quoteList(missing)}.`,
  );
}
