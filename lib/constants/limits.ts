/** Characters, after trimming. */
export const nameMax = 100;
export const descriptionMax = 2_000;
export const emailMax = 254;
export const passwordMin = 10;
export const passwordMax = 1_000;
export const variableNameMax = 100;
export const variableValueMax = 10_000;
/** Shorter secrets occur in ordinary text by chance and cannot be redacted. */
export const secretValueMin = 4;

/** Prompt-like fields and code, in bytes of UTF-8. */
export const promptMaxBytes = 64 * 1024;

/** Of a process, and of one branch without its default case. */
export const maxBranches = 20;
export const maxCases = 20;
/** Of one case, besides its first one. */
export const maxConditions = 10;

/** Of an iteration. */
export const maxItems = 100;
export const maxConcurrency = 8;

/** Rows of a list page. */
export const pageDefault = 20;
export const pageMax = 100;

/** Maximum of a JSON body, unless its contract allows more. */
export const jsonMaxBytes = 256 * 1024;
export const jsonMaxDepth = 32;
export const jsonMaxKeys = 1_000;
/** Maximum total entries of lists and objects, unless the call allows more keys. */
export const jsonMaxValues = 50_000;

/** Total size of the files attached to one chat. */
export const sessionFilesMaxBytes = 20 * 1024 * 1024;

export const toolTimeoutMaxMs = 30_000;

/** Defaults of an agent's and a chat app's loop. */
export const maxIterationsDefault = 15;
export const maxMessagesDefault = 30;

/** Percent of new sessions that can use a revision that is rolled out. */
export const minRolloutShare = 5;
/** Sessions since the start of a rollout that are compared. */
export const maxComparedSessions = 10_000;

/** Default message limits per day: of one visitor, and of all visitors of a link. */
export const visitorMessagesPerDay = 50;
export const linkMessagesPerDay = 1_000;
export const maxLinkMessages = 100_000;
export const linkPasswordMin = 8;
export const linkPasswordMax = 200;
export const linkWelcomeMax = 500;
/** Conversations started per hour by one visitor, and by all visitors of a link. */
export const visitorSessionsPerHour = 20;
export const linkSessionsPerHour = 500;
/** By all visitors of a website that embeds an app. */
export const embedSessionsPerHour = 10_000;
/** Sockets and event streams that are open at the same time on one process: of an account, of a link, of one of its visitors. */
export const maxAccountConnections = 200;
export const maxLinkConnections = 1_000;
export const maxVisitorConnections = 20;
/** Share links per team. */
export const maxShareLinks = 500;
/** Maximum open and expired invites of a team, and of an organization without its teams. */
export const maxInvites = 500;
/** Invites that one account can send within 24 hours, over all organizations. */
export const invitesPerDay = 200;
/** Invites that the SCIM clients of one organization can send within 24 hours. */
export const scimInvitesPerDay = 1_000;

const minute = 60 * 1_000;
const hour = 60 * minute;
const day = 24 * hour;
export const resetTokenMs = hour;
export const verifyTokenMs = day;
export const inviteTokenMs = 7 * day;
/** Time within which both addresses must confirm a change of the e-mail. */
export const emailChangeMs = day;
/** Time for signing in at Google or GitHub. */
export const oauthFlowMs = 10 * minute;
/** Time from a grant of a service until a datasource uses it. */
export const oauthGrantMs = hour;
/** Time for the second step after signing in at a provider. */
export const secondStepMs = 5 * minute;
/** Maximum age of a sign-in that counts as proof for an account without a password. */
export const freshSessionMs = 10 * minute;
/** Time after which an unused browser or address is no longer known. */
export const knownSourceTtlMs = 90 * day;
/** Maximum number of known sources per account. */
export const maxKnownSources = 50;
export const recoveryCodesCount = 10;
/** How long security events of an account are shown. */
export const accountEventMs = 365 * day;
export const accountEventsShown = 20;
export const idempotencyMs = day;
export const unboundShareLinkMs = day;
/** Time after which an inactive visitor is forgotten. */
export const visitorIdleMs = 30 * day;
/** Maximum time from a visitor's first conversation. */
export const visitorMaxMs = 90 * day;
export const sessionIdleMs = 7 * day;
export const sessionMaxMs = 30 * day;
/** A new organization's trial, where Stripe is set up. */
export const trialDays = 7;
/** How long before the end of a trial its owner is notified. */
export const trialWarningMs = 3 * day;
/** How long processed Stripe events are remembered; Stripe resends them for up to 30 days. */
export const billingEventMs = 40 * day;
/** Maximum quantity of one add-on. */
export const maxAddon = 1_000;

export const apiKeyExpirationDays = [30, 60, 90, 365] as const;
/** API keys of one account. Each has its own rate limits. */
export const maxApiKeys = 50;

/** Maximum number of tasks in a process, and of fields in a task's form. */
export const maxProcessTasks = 50;
export const maxFormFields = 30;
/** Maximum deadline of an input request: a year. */
export const maxInputRequestMinutes = 366 * 24 * 60;
/** Maximum length of an app's file, in UTF-16 code units. */
export const maxImportLength = 2_000_000;
/** Files that are imported together, and their size, unpacked. */
export const maxImportFiles = 100;
export const maxImportBytes = 10 * 1024 * 1024;

/** Attempts per case of a test set. */
export const maxEvaluationRepeat = 20;
/** Attempts of one evaluation, over all cases. */
export const maxEvaluationAttempts = 2_000;
/** Attempts of one evaluation that run at the same time. */
export const evaluationConcurrency = 8;
/** Test sets per team. */
export const maxTestSets = 500;
