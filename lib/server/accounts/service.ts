import { lt, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { sweepSources } from "../auth/source";
import type { Db } from "../db/client";
import { subselect } from "../db/subselect";
import { sweepEmailChanges } from "./email-change";
import { endSessions, orgsOf } from "./queries";
import { sweepAccountEvents } from "./security-events";
import { accounts, tokens } from "./table";

interface Edited {
  createdBy: AnyPgColumn;
  updatedBy: AnyPgColumn;
}

/** As a column beside a row's own: who changed it last, by name; null when that account is gone. */
export const editorName = ({ createdBy, updatedBy }: Edited): SQL<string | null> =>
  subselect(sql`select ${accounts.name} from ${accounts} where ${accounts.id} = coalesce(${updatedBy}, ${createdBy})`);

/** Teams that the account may enter. */
export async function teamIdsOf(db: Db, accountId: string): Promise<Set<string>> {
  return new Set((await orgsOf(db, accountId)).flatMap(({ teams }) => teams.map(({ id }) => id)));
}

/** Tokens and other things of accounts whose time is over. */
export async function sweepAccounts(db: Db): Promise<void> {
  await db.delete(tokens).where(lt(tokens.expires, new Date()));
  await sweepEmailChanges(db);
  await sweepAccountEvents(db);
  await sweepSources(db);
}

/** Ends every session and mailed link of an account, for whoever runs the server. */
export const endAllSessions = (tx: Pick<Db, "delete">, accountId: string): Promise<void> => endSessions(tx, accountId);
