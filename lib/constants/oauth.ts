/** Sign-in providers that a server can be set up for. */
export const oauthProviders = ["google", "github"] as const;
export type OauthProvider = (typeof oauthProviders)[number];

export const oauthTitles: Record<OauthProvider, string> = { google: "Google", github: "GitHub" };
