/** Characters, after trimming. */
export const nameMax = 100;
export const descriptionMax = 2_000;
export const emailMax = 254;
export const passwordMin = 10;
export const passwordMax = 1_000;
export const variableNameMax = 100;
export const variableValueMax = 10_000;
/** Shorter ones stand in ordinary text by chance and cannot be cut out of it. */
export const secretValueMin = 4;

/** Prompt-like fields and code, in bytes of UTF-8. */
export const promptMaxBytes = 64 * 1024;

/** Rows of a list page. */
export const pageDefault = 20;
export const pageMax = 100;

/** A JSON body unless its contract says more. */
export const jsonMaxBytes = 256 * 1024;
export const jsonMaxDepth = 32;
export const jsonMaxKeys = 1_000;
/** Entries of all lists and objects together, where few keys are allowed. */
export const jsonMaxValues = 50_000;

/** All files that are attached to one chat. */
export const sessionFilesMaxBytes = 20 * 1024 * 1024;

export const toolTimeoutMaxMs = 30_000;

/** Defaults of an agent's and a chat app's loop. */
export const maxIterationsDefault = 15;
export const maxMessagesDefault = 30;

/** Datasource chunking, in characters. */
export const chunkSizeDefault = 1_000;
export const chunkOverlapDefault = 150;

/** A shared link's visitors: messages a visitor and day, a link and day, unless the link says more or less. */
export const visitorMessagesPerDay = 50;
export const linkMessagesPerDay = 1_000;
export const linkMessagesMost = 100_000;
/** Conversations that a visitor begins in an hour, and all visitors of a link. */
export const visitorSessionsPerHour = 20;
export const linkSessionsPerHour = 500;
/** Sockets and event streams that are open at the same time on one process: of an account, of a link, of one of its visitors. */
export const accountConnectionsMost = 200;
export const linkConnectionsMost = 1_000;
export const visitorConnectionsMost = 20;
/** Of one team. */
export const shareLinksMost = 500;
/** Open and expired ones of a team, and of an organisation beside its teams. */
export const invitesMost = 500;
/** That one account sends within 24 hours, whichever organization they are to. */
export const invitesPerDay = 200;

const minute = 60 * 1_000;
const hour = 60 * minute;
const day = 24 * hour;
export const resetTokenMs = hour;
export const verifyTokenMs = day;
export const inviteTokenMs = 7 * day;
/** Both addresses confirm a change of the e-mail within this time. */
export const emailChangeMs = day;
/** At Google or GitHub, and back. */
export const oauthFlowMs = 10 * minute;
/** From a grant of a service until a datasource is made of it. */
export const oauthGrantMs = hour;
/** Between a sign-in at a provider and the second step. */
export const secondStepMs = 5 * minute;
/** Who has no password proves who they are by a sign-in that is no older. */
export const freshSessionMs = 10 * minute;
/** A browser or an address from which nobody signed in for so long is not known any more. */
export const knownSourceMs = 90 * day;
/** Of one account. */
export const knownSourcesMost = 50;
export const recoveryCodesCount = 10;
/** What happened to an account is shown for so long. */
export const accountEventMs = 365 * day;
export const accountEventsShown = 20;
export const idempotencyMs = day;
export const unboundShareLinkMs = day;
/** A visitor who stays away so long is not known any more. */
export const visitorIdleMs = 30 * day;
/** However often they come, from their first conversation on. */
export const visitorMaxMs = 90 * day;
export const sessionIdleMs = 7 * day;
export const sessionMaxMs = 30 * day;
/** A new organisation's trial, where Stripe is set up. */
export const trialDays = 7;
/** Before a trial ends its owner is told. */
export const trialWarningMs = 3 * day;
/** An event of Stripe can be sent again for 30 days; for so long it is known. */
export const billingEventMs = 40 * day;
/** Of one add-on. */
export const addonMost = 1_000;

export const apiKeyExpirationDays = [30, 60, 90, 365] as const;
/** Of one account. Each has its own limits of rate. */
export const apiKeysMost = 50;

/** Of one process, and of one task's form. */
export const processTasksMost = 50;
export const formFieldsMost = 30;
/** How long a question to a person may wait: a year. */
export const askMinutesMost = 366 * 24 * 60;
/** Of one file of an app: UTF-16 units. */
export const importMost = 2_000_000;
