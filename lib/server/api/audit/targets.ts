import type { AddedTarget, AuditedChange, AuditTarget } from "@/lib/contract/base/audit-targets";
import type { AuditedKind } from "@/lib/contract/base/resource-kinds";
import {
  administeredAccount,
  administeredRun,
  itself,
  itsOrgs,
  keptMail,
  ofServer,
  orgOfRun,
  plannedOrg,
} from "../../access/audit/administration";
import { invite, member, org, owner, removed, team } from "../../access/audit/places";
import { orderedIn, orgWithOrder } from "../../access/audit/plan-order";
import {
  type AddTarget,
  type AuditedCall,
  adds,
  edits,
  type Find,
  removes,
  type Subject,
  type Target,
} from "../../access/audit/subject";
import { resources } from "../../resources/registry";
import { toolIdOfRevision } from "../../resources/tools/revisions";
import { apiKey, budgetOf, reachedOrgs } from "./key-readers";
import { document, readResource, trial, uploaded } from "./resource-readers";

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
const named = ({ body }: AuditedCall) => {
  const { memberId, email } = body as { memberId?: string; email?: string };
  return memberId ?? email;
};

/** The parts of the sample that the team lacked. */
const inSample = (kind: "app" | "agent" | "model") => (result: unknown) =>
  (result as { made?: Partial<Record<typeof kind, string>> }).made?.[kind];

/** Resources named by calls with their kind. */
const ofKinds = Object.fromEntries(
  (Object.keys(resources) as AuditedKind[]).map((kind) => [
    kind,
    { kind, read: readResource(kind), find: param(`${kind}Id`) },
  ]),
) as Record<AuditedKind, Target>;

/** How to find and read each audit target of the contract. */
const targets: Record<AuditTarget, Target> = {
  ...ofKinds,
  administeredAccount: { kind: "account", read: administeredAccount, find: param("accountId"), orgs: itsOrgs },
  administeredRun: { kind: "run", read: administeredRun, find: param("runId"), orgs: orgOfRun },
  apiKey: { kind: "apikey", read: apiKey, find: param("keyId"), orgs: reachedOrgs },
  apiKeyBudget: { kind: "budget", read: budgetOf(apiKey), find: param("keyId"), orgs: reachedOrgs },
  appBudget: { kind: "budget", read: budgetOf(readResource("app")), find: param("appId") },
  /** A link that an app's form binds to the app. */
  boundShareLink: { kind: "sharelink", read: readResource("share"), find: field("shareLinkShareId") },
  document: { kind: "document", read: document, find: param("documentId") },
  draftDatasource: { kind: "datasource", read: readResource("datasource"), find: field("datasourceId") },
  leavingOrgMember: { kind: "org_member", read: member("org"), find: caller },
  leavingTeamMember: { kind: "team_member", read: member("team"), find: caller },
  namedOrgMember: { kind: "org_member", read: member("org"), find: named },
  namedTeamMember: { kind: "team_member", read: member("team"), find: named },
  org: { kind: "org", read: org, find: ownOrg },
  orgBudget: { kind: "budget", read: budgetOf(org), find: ownOrg },
  orgMember: { kind: "org_member", read: member("org"), find: param("memberId") },
  orgMemberOrInvite: { kind: "org_member", read: removed("org"), find: named },
  orgOwner: { kind: "org_member", read: member("org"), find: owner("org") },
  orgPlan: { kind: "org", read: plannedOrg, find: param("orgId"), orgs: itself },
  /** The organization with its order at Stripe. Later changes are in Stripe's own log. */
  orgPlanOrder: { kind: "org", read: orgWithOrder, find: ownOrg, madeIn: orderedIn },
  outboxMail: { kind: "mail", read: keptMail, find: param("mailId"), orgs: ofServer },
  shareLink: { kind: "sharelink", read: readResource("share"), find: param("shareId") },
  team: { kind: "team", read: team, find: ownTeam },
  teamBudget: { kind: "budget", read: budgetOf(team), find: ownTeam },
  teamMember: { kind: "team_member", read: member("team"), find: param("memberId") },
  teamMemberOrInvite: { kind: "team_member", read: removed("team"), find: named },
  teamOwner: { kind: "team_member", read: member("team"), find: owner("team") },
  toolOfRevision: {
    kind: "tool",
    read: readResource("tool"),
    find: ({ params, teamId = "" }, tx) => toolIdOfRevision(tx, teamId, params.revisionId ?? ""),
  },
  trial: { kind: "datasource", read: trial, find: param("datasourceId") },
  vectorDb: { kind: "vectordb", read: readResource("vectordb"), find: param("vectorDbId") },
};

const addedTargets: Record<AddedTarget, AddTarget> = {
  newOrg: {
    kind: "org",
    read: org,
    madeIn: (result) => (result as { org?: { id: string } }).org?.id,
    orgs: async (_tx, _call, { id }) => [id],
  },
  orgInvite: { kind: "invite", read: invite("org") },
  sampleAgent: { kind: "agent", read: readResource("agent"), madeIn: inSample("agent") },
  sampleApp: { kind: "app", read: readResource("app"), madeIn: inSample("app") },
  sampleModel: { kind: "model", read: readResource("model"), madeIn: inSample("model") },
  teamInvite: { kind: "invite", read: invite("team") },
  uploadedDocuments: { kind: "datasource", read: uploaded },
};
const allTargets = { ...targets, ...addedTargets };

/** How to read the subjects of these changes before and after a call. */
export const auditedSubjects = (changes: AuditedChange | readonly AuditedChange[]): Subject[] =>
  [changes].flat().map((change) => {
    if ("adds" in change) return adds(allTargets[change.adds]);
    return "edits" in change ? edits(targets[change.edits]) : removes(targets[change.removes]);
  });

/** Subjects that a single call can change several of, each audited individually. */
export const partReaders = {
  app: readResource("app"),
  agent: readResource("agent"),
  task: readResource("task"),
  tool: readResource("tool"),
  variable: readResource("variable"),
};
