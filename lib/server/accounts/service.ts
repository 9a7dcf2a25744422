import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { subselect } from "../db/subselect";
import { accounts } from "./table";

interface Edited {
  createdBy: AnyPgColumn;
  updatedBy: AnyPgColumn;
}

/** As a column beside a row's own: who changed it last, by name; null when that account is gone. */
export const editorName = ({ createdBy, updatedBy }: Edited): SQL<string | null> =>
  subselect(sql`select ${accounts.name} from ${accounts} where ${accounts.id} = coalesce(${updatedBy}, ${createdBy})`);
