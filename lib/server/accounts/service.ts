import { inArray } from "drizzle-orm";
import type { Db } from "../db/client";
import { accounts } from "./table";

interface Edited {
  createdBy: string | null;
  updatedBy: string | null;
}

const lastEditor = ({ createdBy, updatedBy }: Edited): string | null => updatedBy ?? createdBy;

/** Tells of a row who changed it last, by name; null when that account is gone. Reads the accounts of all rows at once. */
export async function editorsOf(db: Pick<Db, "select">, rows: Edited[]): Promise<(row: Edited) => string | null> {
  const ids = [...new Set(rows.flatMap((row) => lastEditor(row) ?? []))];
  if (ids.length === 0) return () => null;
  const found = await db
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(inArray(accounts.id, ids));
  const names = new Map<string | null, string>(found.map(({ id, name }) => [id, name]));
  return (row) => names.get(lastEditor(row)) ?? null;
}
