import type { JSONSchema7 } from "@ai-sdk/provider";
import { IsolationError } from "./isolated/isolated-process";
import { misfitsOf, quickMisfitsOf } from "./json-schema/find-misfits";
import type { Misfit } from "./json-schema/work";

/** Returns why arguments do not fit a schema. Throws the signal's reason. */
export async function argumentsProblem(
  teamId: string,
  parameters: JSONSchema7,
  input: unknown,
  signal: AbortSignal,
): Promise<string | undefined> {
  const misfit = await misfitOf(teamId, parameters, input, signal);
  return misfit && `The arguments do not fit: ${misfit}.`;
}

/** One misfit for people and models: `"address.town" is missing`. */
function sentenceOf({ path, message }: Misfit): string {
  return path.length > 0 ? `"${path.join(".")}" ${message}` : `the whole ${message}`;
}

/** Returns where a value does not fit a schema, as the end of a sentence. Throws the signal's reason. */
export async function misfitOf(
  teamId: string,
  schema: JSONSchema7,
  value: unknown,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return described(await misfitsOf(teamId, schema, value, signal));
  } catch (error) {
    return uncheckedReason(error);
  }
}

/** As `misfitOf`, within a transaction that must not wait for another process: what takes long to check is refused. */
export function quickMisfitOf(schema: JSONSchema7, value: unknown): string | undefined {
  try {
    return described(quickMisfitsOf(schema, value));
  } catch (error) {
    return uncheckedReason(error);
  }
}

const described = (misfits: Misfit[]): string | undefined =>
  misfits.length > 0 ? [...new Set(misfits.map(sentenceOf))].join(", ") : undefined;

function uncheckedReason(error: unknown): string {
  if (!(error instanceof IsolationError)) throw error;
  if (error.failure === "busy") return "too many checks wait for their turn in this team; try it again later";
  return "checking this against the schema takes too long; use fewer or smaller values";
}
