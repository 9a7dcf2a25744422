import type { Tx } from "../../platform/db/client";
import { findFreeFunctionName, isFunctionNameTaken } from "./function-names";

/** Returns the function name, or another one if it is taken, which is none of the reserved ones. */
export async function toFreeFunctionName(
  tx: Tx,
  teamId: string,
  functionName: string,
  reserved?: ReadonlySet<string>,
): Promise<string> {
  // Locks the team's function names.
  const free = await findFreeFunctionName(tx, teamId, functionName, reserved);
  return (await isFunctionNameTaken(tx, teamId, functionName)) ? free : functionName;
}
