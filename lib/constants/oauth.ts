/** Where somebody may sign in beside the form, once the server is set up for it. */
export const oauthProviders = ["google", "github"] as const;
export type OauthProvider = (typeof oauthProviders)[number];

export const oauthTitles: Record<OauthProvider, string> = { google: "Google", github: "GitHub" };
