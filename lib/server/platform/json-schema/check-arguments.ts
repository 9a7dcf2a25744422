import type { JSONSchema7 } from "@ai-sdk/provider";
import { IsolationError } from "../isolated/isolated-process";
import { findMisfitsHere, findMisfitsIsolated } from "./find-misfits";
import type { Misfit } from "./work";

/** Why arguments do not match a schema. Throws the signal's reason. */
export async function findArgumentsProblem(
  teamId: string,
  parameters: JSONSchema7,
  input: unknown,
  signal: AbortSignal,
): Promise<string | undefined> {
  const misfit = await findMisfit(teamId, parameters, input, signal);
  return misfit && `The arguments were rejected: ${misfit}.`;
}

/** A misfit for people and models: `"address.town" is missing`. */
function toSentence({ path, message }: Misfit): string {
  return path.length > 0 ? `“${path.join(".")}” ${message}` : `the value ${message}`;
}

/** Where a value does not match a schema, as the end of a sentence. Throws the signal's reason. */
export async function findMisfit(
  teamId: string,
  schema: JSONSchema7,
  value: unknown,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return describeMisfits(await findMisfitsIsolated(teamId, schema, value, signal));
  } catch (error) {
    return uncheckedReason(error);
  }
}

/** Like `findMisfit`, within a transaction that must not wait for another process: expensive checks are rejected. */
export function findMisfitHere(schema: JSONSchema7, value: unknown): string | undefined {
  try {
    return describeMisfits(findMisfitsHere(schema, value));
  } catch (error) {
    return uncheckedReason(error);
  }
}

/** The end of a sentence; undefined without misfits. */
export const describeMisfits = (misfits: Misfit[]): string | undefined =>
  misfits.length > 0 ? [...new Set(misfits.map(toSentence))].join(", ") : undefined;

function uncheckedReason(error: unknown): string {
  if (!(error instanceof IsolationError)) throw error;
  if (error.failure === "busy") return "too many checks are queued for this team; try again later";
  return "checking this against the schema took too long; use fewer or smaller values";
}
