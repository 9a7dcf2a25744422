import type { Db, Tx } from "../../platform/db/client";
import { randomText } from "../../platform/ids/ids";
import type { Principal } from "../auth/principal";
import { memberReader } from "./org-subjects";
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

/**
 * Adds a member by an invite and audits it explicitly: the organization is not the caller's before, so the call's policy does
 * not apply.
 */
export async function recordJoining(
  tx: Tx,
  invite: { id: string; orgId: string; teamId: string | null },
  account: { id: string; name: string; email: string },
  origin: Origin,
  join: () => Promise<void>,
): Promise<void> {
  const { orgId, teamId } = invite;
  const scope = teamId ? "team" : "org";
  const call = { orgId, teamId: teamId ?? undefined, accountId: account.id, params: {}, body: {} };
  const known = await memberReader(scope)(tx, call, account.id);
  await join();
  const found = await memberReader(scope)(tx, call, account.id);
  if (known || !found) return;
  const who = { accountId: account.id, accountName: account.name, accountEmail: account.email };
  const author = { ...who, ...origin, via: "invite" as const, viaId: invite.id };
  await writeEntries(tx, [orgId], { ...found, kind: `${scope}_member`, teamId }, author, { after: found.shown });
}

/** Removes an account that is being deleted from an organization, and audits it there. */
export async function recordLeaving(
  tx: Tx,
  orgId: string,
  principal: Principal,
  origin: Origin,
  leave: () => Promise<void>,
): Promise<void> {
  const { id: accountId } = principal.account;
  const found = await memberReader("org")(tx, { orgId, accountId, params: {}, body: {} }, accountId);
  await leave();
  if (!found) return;
  const author = toAuthor(origin.action, principal, origin);
  await writeEntries(tx, [orgId], { ...found, kind: "org_member", teamId: null }, author, { before: found.shown });
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
