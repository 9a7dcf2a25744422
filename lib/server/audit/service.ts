import type { Endpoint } from "@/lib/contract/endpoint";
import type { Principal } from "../auth/principal";
import { auditOf } from "./calls";
import { auditing } from "./record";

/** What of a call's context an entry is made from. */
export interface AuditedContext {
  principal: Principal | null;
  address: string;
  requestId: string;
  teamId?: string;
  team?: { orgId: string };
}

/** What notes the call in the audit log, or undefined for one that is not noted. */
export function auditFor({ name }: Endpoint, ctx: AuditedContext, params: Record<string, string>) {
  const subjects = auditOf[name];
  const { principal, address, requestId, teamId, team } = ctx;
  if (!subjects || "none" in subjects || !principal) return undefined;
  const { account, kind, tokenId, scope } = principal;
  const author = {
    ...{ accountId: account.id, accountName: account.name, accountEmail: account.email },
    ...{ via: kind, viaId: tokenId, keyName: scope?.name ?? null, address, requestId, action: name },
  };
  return auditing([subjects].flat(), { orgId: team?.orgId, teamId, accountId: account.id, params }, author);
}
