import { eq } from "drizzle-orm";
import type { Reader } from "../../platform/db/client";
import { budgets } from "../../platform/db/tables/budgets";
import { budgetColumns, isUsedUp } from "./budget";

/** Whether runs can continue: the budget has room, is not enforced, or no longer exists. */
export async function hasRoom(db: Reader, subjectId: string): Promise<boolean> {
  const [row] = await db.select(budgetColumns).from(budgets).where(eq(budgets.subjectId, subjectId));
  return !row?.hard || !isUsedUp(row);
}
