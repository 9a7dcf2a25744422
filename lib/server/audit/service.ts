import type { Endpoint } from "@/lib/contract/endpoint";
import type { Principal } from "../auth/principal";
import type { Db, Tx } from "../db/client";
import { randomText } from "../db/ids";
import { auditOf, partReaders } from "./calls";
import { member } from "./places";
import { readAdminEntries } from "./queries";
import { auditing, changeOf, write } from "./record";
import { type AuditedCall, adds, edits, type Subject } from "./subject";

/** What of a call's context an entry is made from. */
export interface AuditedContext {
  principal: Principal | null;
  address: string;
  requestId: string;
  teamId?: string;
  team?: { orgId: string };
}

/** What notes the call in the audit log, or undefined for one that is not noted. */
export function auditFor({ name }: Endpoint, ctx: AuditedContext, sent: Pick<AuditedCall, "params" | "body">) {
  const subjects = auditOf[name];
  const { principal, address, requestId, teamId, team } = ctx;
  if (!subjects || "none" in subjects || !principal) return undefined;
  const { account } = principal;
  const author = authorOf(name, principal, { address, requestId });
  return auditing([subjects].flat(), { orgId: team?.orgId, teamId, accountId: account.id, ...sent }, author);
}

function authorOf(
  action: string,
  { account, kind, tokenId, scope }: Principal,
  { address, requestId }: Pick<AuditedContext, "address" | "requestId">,
) {
  return {
    ...{ accountId: account.id, accountName: account.name, accountEmail: account.email },
    ...{ via: kind, viaId: tokenId, keyName: scope?.name ?? null, address, requestId, action },
  };
}

interface TeamAudited extends AuditedContext {
  principal: Principal;
  teamId: string;
  team: { orgId: string };
}

/**
 * For a call that changes many things, which its line cannot name before: does one of its changes and notes it as the call
 * of the thing itself is noted. `id` is that of what is changed, none for what is made.
 */
export function noteEach(action: string, { principal, address, requestId, teamId, team }: TeamAudited) {
  const author = authorOf(action, principal, { address, requestId });
  const call = { orgId: team.orgId, teamId, accountId: principal.account.id, params: {}, body: {} };
  return async (
    tx: Tx,
    kind: keyof typeof partReaders,
    id: string | undefined,
    work: () => Promise<string>,
  ): Promise<string> => {
    const read = partReaders[kind];
    const before = id ? await read(tx, call, id) : null;
    const made = await work();
    const after = await read(tx, call, made);
    const subject = id ? edits(kind, read, () => id) : adds(kind, read);
    const change = changeOf(subject, before, after);
    if (change && after) await write(tx, [team.orgId], { ...after, kind, teamId }, author, change);
    return made;
  };
}

/** From where an invite is accepted. */
export type Origin = Pick<AuditedContext, "address" | "requestId"> & { action: string };

/**
 * Lets somebody in by an invite and notes it where they come in: until then the organisation is none of theirs, so that
 * their call is not noted by its line.
 */
export async function noteJoining(
  tx: Tx,
  invite: { id: string; orgId: string; teamId: string | null },
  account: { id: string; name: string; email: string },
  origin: Origin,
  join: () => Promise<void>,
): Promise<void> {
  const { orgId, teamId } = invite;
  const scope = teamId ? "team" : "org";
  const call = { orgId, teamId: teamId ?? undefined, accountId: account.id, params: {}, body: {} };
  const known = await member(scope)(tx, call, account.id);
  await join();
  const found = await member(scope)(tx, call, account.id);
  if (known || !found) return;
  const who = { accountId: account.id, accountName: account.name, accountEmail: account.email };
  const author = { ...who, ...origin, via: "invite" as const, viaId: invite.id };
  await write(tx, [orgId], { ...found, kind: `${scope}_member`, teamId }, author, { after: found.shown });
}

/** Lets somebody go who deletes their account, and notes it in the organisation that they were in. */
export async function noteLeaving(
  tx: Tx,
  orgId: string,
  { account, tokenId, kind }: Principal,
  origin: Origin,
  leave: () => Promise<void>,
): Promise<void> {
  const found = await member("org")(tx, { orgId, accountId: account.id, params: {}, body: {} }, account.id);
  await leave();
  if (!found) return;
  const who = { accountId: account.id, accountName: account.name, accountEmail: account.email };
  const author = { ...who, ...origin, via: kind, viaId: tokenId };
  await write(tx, [orgId], { ...found, kind: "org_member", teamId: null }, author, { before: found.shown });
}

/** What the admin command changes is noted as what the administration page changes. */
export function auditCommand(action: string, subject: Subject, params: Record<string, string>) {
  const name = "The server's admin command";
  const author = {
    ...{ accountId: "command", accountName: name, accountEmail: "", address: "the server itself" },
    ...{ via: "command" as const, viaId: "admin", keyName: null, requestId: randomText(16), action: `admin.${action}` },
  };
  return auditing([subject], { accountId: "command", params, body: {} }, author);
}

/** What administrators have done, for their page. */
export const adminLog = (db: Db, query: { before?: string | undefined; limit: number }) => readAdminEntries(db, query);
