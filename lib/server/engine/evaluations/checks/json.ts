import { isDeeper } from "@/lib/utils/json/is-deeper";
import { truncate } from "@/lib/utils/text/truncate";
import { IsolationError } from "../../../platform/isolated/isolated-process";
import { describeMisfits } from "../../../platform/json-schema/check-arguments";
import { findMisfitsIsolated } from "../../../platform/json-schema/find-misfits";
import { type Finding, failed, notMeasured, quote } from "./finding";

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
  try {
    const misfits = await findMisfitsIsolated(teamId, schema, parsed.value, signal);
    const misfit = describeMisfits(misfits);
    return misfit === undefined ? undefined : failed(`The answer doesn't match the schema: ${truncate(misfit, 500)}.`);
  } catch (error) {
    if (!(error instanceof IsolationError)) throw error;
    return notMeasured(`The answer wasn't checked against the schema: ${error.message}`);
  }
}
