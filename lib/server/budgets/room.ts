import { eq } from "drizzle-orm";
import type { Db } from "../db/client";
import { budgetColumns, isUsedUp } from "./budget";
import { budgets } from "./table";

/** Whether runs need not wait for a budget: it has something left, stops nobody, or is gone. */
export async function hasRoom(db: Pick<Db, "select">, subjectId: string): Promise<boolean> {
  const [row] = await db.select(budgetColumns).from(budgets).where(eq(budgets.subjectId, subjectId));
  return !row?.hard || !isUsedUp(row);
}
