import type { AuditedKind } from "./resource-kinds";

/** The subjects of audit entries. The server reads the subject before and after the call. */
export type AuditTarget =
  | AuditedKind
  | "administeredAccount"
  | "administeredRun"
  | "apiKey"
  | "apiKeyBudget"
  | "appBudget"
  | "boundShareLink"
  | "document"
  | "draftDatasource"
  | "identityProvider"
  | "leavingOrgMember"
  | "leavingTeamMember"
  | "namedOrgMember"
  | "namedTeamMember"
  | "org"
  | "orgBudget"
  | "orgMember"
  | "orgMemberOrInvite"
  | "orgOwner"
  | "orgPlan"
  | "orgPlanOrder"
  | "orgTelemetry"
  | "outboxMail"
  | "shareLink"
  | "team"
  | "teamBudget"
  | "teamMember"
  | "teamMemberOrInvite"
  | "teamOwner"
  | "toolOfRevision"
  | "trash"
  | "trashItem"
  | "trial"
  | "vectorDb";

/** Targets that calls only create, so no request refers to an existing one. */
export type CreatedTarget =
  | "modelProvider"
  | "newOrg"
  | "orgInvite"
  | "restoredItem"
  | "sampleAgent"
  | "sampleApp"
  | "sampleDatasource"
  | "sampleEmbedding"
  | "sampleModel"
  | "teamInvite"
  | "uploadedDocuments";

/** One change, which becomes one audit entry. */
export type AuditedChange = { adds: AuditTarget | CreatedTarget } | { edits: AuditTarget } | { removes: AuditTarget };

/** The audit entries of a write, or the reason why it has none. */
export type Audit = AuditedChange | readonly AuditedChange[] | { none: string };

/** The targets that the server's code names itself: what the call creates, and the organization that it orders a plan for. */
export type NamedTarget<A> = A extends readonly (infer Change)[]
  ? NamedTarget<Change>
  : A extends { adds: infer T extends string }
    ? T
    : Extract<A, { edits: "orgPlanOrder" }>["edits"];

export const isAudited = (audit: Audit): audit is AuditedChange | readonly AuditedChange[] => !("none" in audit);

export const writesNothing = { none: "It writes nothing." } as const;
export const inAccountLog = {
  none: "It concerns the account itself, not an organization. The account's own list of events records it.",
} as const;
export const byJobs = {
  none: "The list of jobs of a data source records what they do and who started them.",
} as const;
