/** How other programs reach a published app. Shared links are separate. */
export const publicationWays = ["openai", "mcp", "webhook", "embed"] as const;
export type PublicationWay = (typeof publicationWays)[number];

/** How a webhook's sender signs. */
export const webhookPresets = ["standard", "github", "stripe", "slack", "gitlab", "bearer"] as const;
export type WebhookPreset = (typeof webhookPresets)[number];

/** Defaults and maxima of a publication's limits: calls per minute, runs at the same time, and bytes of a request. */
export const defaultRate = 120;
export const maxRate = 10_000;
export const defaultConcurrency = 10;
export const maxConcurrency = 200;
export const defaultRequestBytes = 10 * 1024 * 1024;
export const minRequestBytes = 1024;
export const maxRequestBytes = 15 * 1024 * 1024;

/** Publications of one team, and valid keys and origins of one publication. */
export const maxPublications = 200;
export const maxPublicationKeys = 20;
export const maxOrigins = 50;

/** How long a replaced key or webhook secret stays valid, in hours. */
export const defaultOverlapHours = 24;
export const maxOverlapHours = 30 * 24;

/** How long a call of a tool waits for its run. */
export const mcpMaxWaitMs = 10 * 60_000;

/** How long calls are listed. */
export const publicationCallDays = 30;

/** What one person can allow OAuth clients at a publication at the same time. */
export const maxGrantsPerPerson = 20;

/** How long what a person has allowed an OAuth client lasts, in seconds: its code, access tokens, and unused refresh tokens. */
export const oauthCodeSeconds = 60;
export const oauthAccessSeconds = 3_600;
export const oauthRefreshSeconds = 30 * 86_400;
