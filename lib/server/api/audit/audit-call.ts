import { isAudited } from "@/lib/contract/base/audit-targets";
import type { ShapedEndpoint } from "@/lib/contract/base/endpoint";
import { createAuditRecorder } from "../../access/audit/record";
import { type AuditedContext, toAuthor } from "../../access/audit/service";
import { type AuditedCall, adds, byCall } from "../../access/audit/subject";
import type { Principal } from "../../access/auth/principal";
import type { Tx } from "../../platform/db/client";
import { partReaders, toSubjects } from "./targets";

/** Returns the audit recorder for a call, or undefined for an unaudited one. */
export function createCallAudit(
  { name, audit }: Pick<ShapedEndpoint, "name" | "audit">,
  ctx: AuditedContext,
  sent: Pick<AuditedCall, "params" | "body">,
) {
  const { principal, address, requestId, teamId, team } = ctx;
  if (!audit || !isAudited(audit) || !principal) return undefined;
  const { account } = principal;
  const author = toAuthor(name, principal, { address, requestId });
  return createAuditRecorder(toSubjects(audit), { orgId: team?.orgId, teamId, accountId: account.id, ...sent }, author);
}

interface TeamAudited extends AuditedContext {
  principal: Principal;
  teamId: string;
  team: { orgId: string };
}

/**
 * For a call that makes several changes, which its policy cannot name in advance: makes one of them and audits it like the
 * resource's own call. `id` is the changed resource, undefined for a new one.
 */
export function createPartAudit(action: string, { principal, address, requestId, teamId, team }: TeamAudited) {
  const author = toAuthor(action, principal, { address, requestId });
  const call = { orgId: team.orgId, teamId, accountId: principal.account.id, params: {}, body: {} };
  return (tx: Tx, kind: keyof typeof partReaders, id: string | undefined, work: () => Promise<string>) => {
    const target = { kind, read: partReaders[kind], find: () => id };
    const subject = id ? byCall("edit", kind, target) : adds(kind, target);
    const audit = createAuditRecorder([subject], call, author);
    return audit.around(tx, async (_tx, log) => log.record(kind, await work()));
  };
}
