import { inArray } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { auditEntries } from "../../platform/db/tables/audit";
import { newId, randomText } from "../../platform/ids/ids";
import type { Principal } from "../auth/principal";
import { findDifference } from "./fields";
import { memberReader, toMemberSnapshot } from "./org-subjects";
import { readAdminEntries } from "./queries";
import { createAuditRecorder, writeEntries } from "./record";
import type { Subject } from "./subject";

/** The parts of a call's context needed for an entry. */
export interface AuditedContext {
  principal: Principal | null;
  address: string;
  requestId: string;
  teamId?: string;
  team?: { orgId: string };
}

export function toAuthor(
  action: string,
  { account, kind, tokenId, scope }: Principal,
  { address, requestId }: Pick<AuditedContext, "address" | "requestId">,
) {
  return {
    accountId: account.id,
    accountName: account.name,
    accountEmail: account.email,
    via: kind,
    viaId: tokenId,
    keyName: scope?.name ?? null,
    address,
    requestId,
    action,
  };
}

/** Where an invite is accepted from. */
export type Origin = Pick<AuditedContext, "address" | "requestId"> & { action: string };

type Author = Parameters<typeof writeEntries>[3];

/**
 * Changes an account's membership in a team, or without one in the organization, and audits it explicitly: for a change that is
 * not made by a member's call, or that its policy cannot name.
 */
export async function recordMembership(
  tx: Tx,
  { orgId, teamId }: { orgId: string; teamId: string | null },
  accountId: string,
  author: Author,
  change: () => Promise<void>,
): Promise<void> {
  const scope = teamId ? "team" : "org";
  const call = { orgId, teamId: teamId ?? undefined, accountId, params: {}, body: {} };
  const before = await memberReader(scope)(tx, call, accountId);
  await change();
  const after = await memberReader(scope)(tx, call, accountId);
  const found = after ?? before;
  if (!found || JSON.stringify(before?.shown) === JSON.stringify(after?.shown)) return;
  const changes = before && after ? findDifference(before, after) : { before: before?.shown, after: after?.shown };
  await writeEntries(tx, [orgId], { ...found, kind: `${scope}_member`, teamId }, author, changes);
}

interface MemberChange {
  accountId: string;
  /** The permissions; null without a membership. */
  before: readonly number[] | null;
  after: readonly number[] | null;
}

/** Audits the changes of several members of a team, or without one of the organization. None of them is its owner. */
export async function recordMemberChanges(
  tx: Tx,
  { orgId, teamId }: { orgId: string; teamId: string | null },
  author: Author,
  changes: readonly MemberChange[],
): Promise<void> {
  const scope = teamId ? "team" : "org";
  const ids = changes.map(({ accountId }) => accountId);
  const { id, name, email } = accounts;
  const people = await tx.select({ id, name, email }).from(accounts).where(inArray(accounts.id, ids));
  const byId = new Map(people.map((one) => [one.id, one]));
  const entries = changes.flatMap(({ accountId, before: old, after: next }) => {
    const person = byId.get(accountId);
    if (!person) return [];
    const [before, after] = [old, next].map((bits) => bits && toMemberSnapshot(scope, person, bits));
    const change = before && after ? findDifference(before, after) : { before: before?.shown, after: after?.shown };
    const target = { kind: `${scope}_member`, targetId: person.id, targetName: person.name, teamId };
    return { id: newId("audit"), orgId, ...author, ...target, ...change };
  });
  if (entries.length > 0) await tx.insert(auditEntries).values(entries);
}

/** Who joins by an invite. */
export const toInviteAuthor = (
  invite: { id: string },
  account: { id: string; name: string; email: string },
  origin: Origin,
) => ({
  accountId: account.id,
  accountName: account.name,
  accountEmail: account.email,
  via: "invite" as const,
  viaId: invite.id,
  keyName: null,
  ...origin,
});

/** Removes an account that is being deleted from an organization. */
export async function recordLeaving(
  tx: Tx,
  orgId: string,
  principal: Principal,
  origin: Origin,
  leave: () => Promise<void>,
): Promise<void> {
  const author = toAuthor(origin.action, principal, origin);
  await recordMembership(tx, { orgId, teamId: null }, principal.account.id, author, leave);
}

/** Audits the admin command's changes like those of the administration page. */
export function auditCommand(action: string, subjects: readonly Subject[], params: Record<string, string>) {
  const name = "Admin command";
  const author = {
    accountId: "command",
    accountName: name,
    accountEmail: "",
    via: "command" as const,
    viaId: "admin",
    keyName: null,
    address: "this server",
    requestId: randomText(16),
    action: `admin.${action}`,
  };
  return createAuditRecorder(subjects, { accountId: "command", params, body: {} }, author);
}

/** Administrators' actions, for their page. */
export const readAdminLog = (db: Db, query: { before?: string | undefined; limit: number }) =>
  readAdminEntries(db, query);
