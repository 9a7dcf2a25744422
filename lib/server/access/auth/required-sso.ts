import { ssoPath } from "@/lib/constants/identity";
import { AppError } from "../../platform/errors/errors";

/** What a session has proven to identity providers; null for an API key, which its owner created while signed in. */
export interface SsoCaller {
  ssoOrgIds: readonly string[] | null;
}

interface SsoMembership {
  ssoRequired: boolean;
  team: { orgId: string };
}

/** Whether the organization requires a sign-in that this session lacks. */
export const lacksSso = ({ ssoOrgIds }: SsoCaller, { ssoRequired, team }: SsoMembership): boolean =>
  ssoRequired && ssoOrgIds !== null && !ssoOrgIds.includes(team.orgId);

/** Throws 403, with the page that signs in, unless the session meets the organization's requirement. */
export function requireSso(caller: SsoCaller, membership: SsoMembership): void {
  if (!lacksSso(caller, membership)) return;
  throw new AppError("forbidden", "This organization requires signing in with its identity provider.", {
    redirect: `${ssoPath}?org=${encodeURIComponent(membership.team.orgId)}`,
  });
}
