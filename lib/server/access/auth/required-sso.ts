import { ssoPath } from "@/lib/constants/identity";
import { AppError } from "../../platform/errors/errors";

/** The organizations whose identity provider has signed in the caller; null where nothing is required. */
export interface SsoCaller {
  ssoOrgIds: readonly string[] | null;
  /** Not null for an API key. */
  scope?: object | null;
}

interface SsoMembership {
  ssoRequired: boolean;
  team: { orgId: string };
}

/** Whether the organization requires a sign-in that the caller lacks. */
export const lacksSso = ({ ssoOrgIds }: SsoCaller, { ssoRequired, team }: SsoMembership): boolean =>
  ssoRequired && ssoOrgIds !== null && !ssoOrgIds.includes(team.orgId);

/** Throws 403, with the page that signs in, unless the caller meets the organization's requirement. */
export function requireSso(caller: SsoCaller, membership: SsoMembership): void {
  if (!lacksSso(caller, membership)) return;
  const remedy = caller.scope ? " Sign in with it, then rotate this API key." : "";
  throw new AppError("forbidden", `This organization requires signing in with its identity provider.${remedy}`, {
    redirect: `${ssoPath}?org=${encodeURIComponent(membership.team.orgId)}`,
  });
}
