import { findVariables } from "../../engine/variables/variables";
import type { Tx } from "../../platform/db/client";
import type { sessions } from "../../platform/db/tables/sessions";
import type { Restorer } from "../references/resource";

type SessionRow = typeof sessions.$inferSelect;

/** Removes plain values of variables that have become secret since, as in other sessions. */
export async function prepareRestore(tx: Tx, { teamId }: Restorer, row: SessionRow): Promise<Partial<SessionRow>> {
  const rows = await findVariables(tx, teamId, { names: Object.keys(row.variables) });
  const secret = new Set(rows.filter((one) => one.secret).map(({ name }) => name));
  return { variables: Object.fromEntries(Object.entries(row.variables).filter(([name]) => !secret.has(name))) };
}
