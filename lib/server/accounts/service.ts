import { lt, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Principal } from "../auth/principal";
import { sourceOf, sweepSources } from "../auth/source";
import type { Db, Tx } from "../db/client";
import { subselect } from "../db/subselect";
import { sweepEmailChanges } from "./email-change";
import { endMailedLinks, endSessions, orgsOf } from "./queries";
import { noteSecurity, sweepAccountEvents } from "./security-events";
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

/** Notes in the account's activity that it has an API key's new secret, and tells its owner by a notification and a mail. */
export const noteKeyEvent = (
  tx: Tx,
  { principal, request }: { principal: Principal; request: Request },
  kind: "key_created" | "key_rotated",
  keyName: string,
): Promise<void> => noteSecurity(tx, principal.account, kind, sourceOf(request), keyName);

/** Tokens and other things of accounts whose time is over. */
export async function sweepAccounts(db: Db): Promise<void> {
  await db.delete(tokens).where(lt(tokens.expires, new Date()));
  await sweepEmailChanges(db);
  await sweepAccountEvents(db);
  await sweepSources(db);
}

/** Ends every session and mailed link of an account, for whoever runs the server. */
export async function endAllSessions(tx: Pick<Db, "delete">, accountId: string): Promise<void> {
  await endSessions(tx, accountId);
  await endMailedLinks(tx, accountId);
}
