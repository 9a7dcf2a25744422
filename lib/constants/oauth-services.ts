/** Where people let Muster read on their behalf. */
export const oauthServices = ["google", "microsoft", "hubspot"] as const;
export type OauthService = (typeof oauthServices)[number];

export const serviceTitles: Record<OauthService, string> = {
  google: "Google",
  microsoft: "Microsoft",
  hubspot: "HubSpot",
};
