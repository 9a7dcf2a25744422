import { isDeeper } from "@/lib/utils/json/is-deeper";
import { truncate } from "@/lib/utils/text/truncate";
import { findMisfit } from "../../../platform/json-schema/check-arguments";
import { type Finding, failed, quote } from "./finding";

/** Longer texts would block the event loop while they are parsed. */
const maxChars = 1_000_000;
const maxDepth = 100;

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Throws the signal's reason. */
export async function checkSchema(
  teamId: string,
  schema: Record<string, unknown>,
  answer: string,
  signal: AbortSignal,
): Promise<Finding> {
  if (answer.length > maxChars)
    return failed(`The answer has more than ${maxChars.toLocaleString("en")} characters: too long for JSON.`);
  const parsed = parse(answer);
  if (!parsed) return failed(`The answer isn't JSON: ${quote(answer)}.`);
  if (isDeeper(parsed.value, maxDepth)) return failed(`The answer is nested deeper than ${maxDepth} levels.`);
  const misfit = await findMisfit(teamId, schema, parsed.value, signal);
  return misfit === undefined ? undefined : failed(`The answer doesn't match the schema: ${truncate(misfit, 500)}.`);
}
