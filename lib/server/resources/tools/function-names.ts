import { and, eq, sql } from "drizzle-orm";
import { trimMatching } from "@/lib/utils/text/trim-characters";
import type { Tx } from "../../platform/db/client";
import { tools } from "../../platform/db/tables/tools";
import { AppError } from "../../platform/errors/errors";
import { createChildName } from "./kinds/shared/child-name";
import type { Operation } from "./types/kind";

/** The names of a tool's functions for models: the tool's own name, or with the function's name as a suffix. */
export const listFunctionNames = (functionName: string, operations: readonly Operation[]): string[] =>
  operations.map(({ operation }) =>
    operation === null || operations.length === 1 ? functionName : createChildName(functionName, operation),
  );

const maxFunctionName = 64;

/** Locks the team's function names until the transaction ends. */
const lockNames = (tx: Tx, teamId: string) => tx.execute(sql`select pg_advisory_xact_lock(6, hashtext(${teamId}))`);

export async function isFunctionNameTaken(tx: Tx, teamId: string, functionName: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: tools.id })
    .from(tools)
    .where(and(eq(tools.teamId, teamId), eq(tools.functionName, functionName)));
  return row !== undefined;
}

/** A unique function name derived from a tool's name, other than the reserved ones. */
export async function findFreeFunctionName(
  tx: Tx,
  teamId: string,
  name: string,
  reserved: ReadonlySet<string> = new Set(),
): Promise<string> {
  await lockNames(tx, teamId);
  const plain = name.normalize("NFKD").replace(/[^a-zA-Z0-9]+/g, "_");
  const base = trimMatching(plain, /_/).toLowerCase() || "tool";
  for (let i = 1; ; i += 1) {
    const end = i === 1 ? "" : `_${i}`;
    const wanted = `${base.slice(0, maxFunctionName - end.length)}${end}`;
    if (!reserved.has(wanted) && !(await isFunctionNameTaken(tx, teamId, wanted))) return wanted;
  }
}

/** Throws when another tool of the team has the function name. */
export async function requireFreeFunctionName(tx: Tx, teamId: string, functionName: string): Promise<void> {
  await lockNames(tx, teamId);
  if (!(await isFunctionNameTaken(tx, teamId, functionName))) return;
  const message = `Your team already has a tool named ${functionName}.`;
  throw new AppError("conflict", message, { issues: [{ path: "functionName", message }] });
}
