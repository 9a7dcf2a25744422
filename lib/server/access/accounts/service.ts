import { lt, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db, Reader, Tx } from "../../platform/db/client";
import { subselect } from "../../platform/db/query/subselect";
import { accounts, tokens } from "../../platform/db/tables/accounts";
import type { Principal } from "../auth/principal";
import { readSource, sweepSources } from "../auth/source";
import { sweepEmailChanges } from "./email-change";
import { endMailedLinks, endSessions, listOrgs } from "./queries";
import { recordSecurityEvent, sweepAccountEvents } from "./security-events";

interface Edited {
  createdBy: AnyPgColumn;
  updatedBy: AnyPgColumn;
}

/** A computed column: the name of the last editor; null when that account was deleted. */
export const selectEditorName = ({ createdBy, updatedBy }: Edited): SQL<string | null> =>
  subselect(sql`select ${accounts.name} from ${accounts} where ${accounts.id} = coalesce(${updatedBy}, ${createdBy})`);

export async function listTeamIds(db: Reader, accountId: string): Promise<Set<string>> {
  return new Set((await listOrgs(db, accountId)).flatMap(({ teams }) => teams.map(({ id }) => id)));
}

/** Records that an API key has a new secret, and informs the account's owner by a notification and a mail. */
export const recordKeyEvent = (
  tx: Tx,
  { principal, request }: { principal: Principal; request: Request },
  kind: "key_created" | "key_rotated",
  keyName: string,
): Promise<void> => recordSecurityEvent(tx, principal.account, kind, readSource(request), keyName);

/** Deletes expired tokens and other expired rows of accounts. */
export async function sweepAccounts(db: Db): Promise<void> {
  await db.delete(tokens).where(lt(tokens.expires, new Date()));
  await sweepEmailChanges(db);
  await sweepAccountEvents(db);
  await sweepSources(db);
}

/** Ends every session and mailed link of an account, for the operator. */
export async function endAllSessions(tx: Pick<Db, "delete">, accountId: string): Promise<void> {
  await endSessions(tx, accountId);
  await endMailedLinks(tx, accountId);
}
