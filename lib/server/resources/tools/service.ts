import type { Tx } from "../../platform/db/client";
import { findFreeFunctionName, isFunctionNameTaken } from "./function-names";

/** Returns the function name, or another one if it is taken. */
export async function toFreeFunctionName(tx: Tx, teamId: string, functionName: string): Promise<string> {
  // Locks the team's function names.
  const free = await findFreeFunctionName(tx, teamId, functionName);
  return (await isFunctionNameTaken(tx, teamId, functionName)) ? free : functionName;
}
