import type { AuditedChange, AuditTarget, CreatedTarget } from "@/lib/contract/base/audit-targets";
import type { AuditedKind } from "@/lib/contract/base/resource-kinds";
import {
  findAccountOrgs,
  findRunOrg,
  ofServer,
  ownOrgs,
  readAccount,
  readOutboxMail,
  readPlannedOrg,
  readRun,
} from "../../access/audit/administration";
import { invite, memberReader, org, ownerFinder, removedReader, team } from "../../access/audit/org-subjects";
import { readOrgWithOrder } from "../../access/audit/plan-order";
import {
  type AddTarget,
  type AuditedCall,
  adds,
  byCall,
  type Find,
  type Subject,
  type Target,
} from "../../access/audit/subject";
import { readIdentityProvider } from "../../resources/identity/provider/audit";
import { resources } from "../../resources/registry";
import { findToolId } from "../../resources/tools/revisions";
import { accessibleOrgs, apiKey, budgetReader } from "./key-readers";
import { readDocument, readResource, readTrial, readUploaded } from "./resource-readers";
import { telemetryReader } from "./telemetry-reader";
import { readRestored, readTrash, readTrashItem } from "./trash-readers";

const param =
  (name: string): Find =>
  ({ params }) =>
    params[name];
const field =
  (name: string): Find =>
  ({ body }) =>
    (body as Record<string, string | undefined>)[name];

const ownTeam: Find = ({ teamId }) => teamId;
const ownOrg: Find = ({ orgId }) => orgId;
const caller: Find = ({ accountId }) => accountId;

/** The member named by a form: by id, otherwise by address. */
const findNamedMember = ({ body }: AuditedCall) => {
  const { memberId, email } = body as { memberId?: string; email?: string };
  return memberId ?? email;
};

/** Resources named by calls with their kind. */
const targetsByKind = Object.fromEntries(
  (Object.keys(resources) as AuditedKind[]).map((kind) => [
    kind,
    { kind, read: readResource(kind), find: param(`${kind}Id`) },
  ]),
) as Record<AuditedKind, Target>;

/** How to find and read each audit target of the contract. */
const targets: Record<AuditTarget, Target> = {
  ...targetsByKind,
  administeredAccount: { kind: "account", read: readAccount, find: param("accountId"), orgs: findAccountOrgs },
  administeredRun: { kind: "run", read: readRun, find: param("runId"), orgs: findRunOrg },
  apiKey: { kind: "apikey", read: apiKey, find: param("keyId"), orgs: accessibleOrgs },
  apiKeyBudget: { kind: "budget", read: budgetReader(apiKey), find: param("keyId"), orgs: accessibleOrgs },
  appBudget: { kind: "budget", read: budgetReader(readResource("app")), find: param("appId") },
  /** A link that an app's form binds to the app. */
  boundShareLink: { kind: "sharelink", read: readResource("share"), find: field("shareLinkShareId") },
  document: { kind: "document", read: readDocument, find: param("documentId") },
  draftDatasource: { kind: "datasource", read: readResource("datasource"), find: field("datasourceId") },
  identityProvider: { kind: "identity_provider", read: readIdentityProvider, find: ownOrg },
  leavingOrgMember: { kind: "org_member", read: memberReader("org"), find: caller },
  leavingTeamMember: { kind: "team_member", read: memberReader("team"), find: caller },
  namedOrgMember: { kind: "org_member", read: memberReader("org"), find: findNamedMember },
  namedTeamMember: { kind: "team_member", read: memberReader("team"), find: findNamedMember },
  org: { kind: "org", read: org, find: ownOrg },
  orgBudget: { kind: "budget", read: budgetReader(org), find: ownOrg },
  orgMember: { kind: "org_member", read: memberReader("org"), find: param("memberId") },
  orgMemberOrInvite: { kind: "org_member", read: removedReader("org"), find: findNamedMember },
  orgOwner: { kind: "org_member", read: memberReader("org"), find: ownerFinder("org") },
  orgPlan: { kind: "org", read: readPlannedOrg, find: param("orgId"), orgs: ownOrgs },
  /** The organization with its order at Stripe. Later changes are in Stripe's own log. */
  orgPlanOrder: { kind: "org", read: readOrgWithOrder, find: ownOrg },
  orgTelemetry: { kind: "org", read: telemetryReader, find: ownOrg },
  outboxMail: { kind: "mail", read: readOutboxMail, find: param("mailId"), orgs: ofServer },
  shareLink: { kind: "sharelink", read: readResource("share"), find: param("shareId") },
  team: { kind: "team", read: team, find: ownTeam },
  teamBudget: { kind: "budget", read: budgetReader(team), find: ownTeam },
  teamMember: { kind: "team_member", read: memberReader("team"), find: param("memberId") },
  teamMemberOrInvite: { kind: "team_member", read: removedReader("team"), find: findNamedMember },
  teamOwner: { kind: "team_member", read: memberReader("team"), find: ownerFinder("team") },
  toolOfRevision: {
    kind: "tool",
    read: readResource("tool"),
    find: ({ params, teamId = "" }, tx) => findToolId(tx, teamId, params.revisionId ?? ""),
  },
  trash: { kind: "trash", read: readTrash, find: ownTeam },
  trashItem: { kind: "trash", read: readTrashItem, find: param("trashId") },
  trial: { kind: "datasource", read: readTrial, find: param("datasourceId") },
  vectorDb: { kind: "vectordb", read: readResource("vectordb"), find: param("vectorDbId") },
};

const addedTargets: Record<CreatedTarget, AddTarget> = {
  /** Models with equal credentials share one. */
  modelProvider: { kind: "provider", read: readResource("provider"), isOptional: true },
  newOrg: { kind: "org", read: org, orgs: ownOrgs },
  orgInvite: { kind: "invite", read: invite("org") },
  restoredItem: { kind: "trash", read: readRestored },
  sampleAgent: { kind: "agent", read: readResource("agent") },
  sampleApp: { kind: "app", read: readResource("app") },
  sampleDatasource: { kind: "datasource", read: readResource("datasource") },
  sampleEmbedding: { kind: "model", read: readResource("model") },
  sampleModel: { kind: "model", read: readResource("model") },
  teamInvite: { kind: "invite", read: invite("team") },
  uploadedDocuments: { kind: "datasource", read: readUploaded, mayBeUnchanged: true },
};
const allTargets = { ...targets, ...addedTargets };

/** How to read the subjects of these changes before and after a call. */
export const toSubjects = (changes: AuditedChange | readonly AuditedChange[]): Subject[] =>
  [changes].flat().map((change) => {
    if ("adds" in change) return adds(change.adds, allTargets[change.adds]);
    return "edits" in change
      ? byCall("edit", change.edits, targets[change.edits])
      : byCall("remove", change.removes, targets[change.removes]);
  });

/** Subjects that a single call can change several of, each audited individually. */
export const partReaders = {
  app: readResource("app"),
  agent: readResource("agent"),
  task: readResource("task"),
  tool: readResource("tool"),
  variable: readResource("variable"),
  testset: readResource("testset"),
};
