/** Services that Muster can read on a user's behalf. */
export const oauthServices = ["google", "microsoft", "hubspot"] as const;
export type OauthService = (typeof oauthServices)[number];

export const serviceTitles: Record<OauthService, string> = {
  google: "Google",
  microsoft: "Microsoft",
  hubspot: "HubSpot",
};
