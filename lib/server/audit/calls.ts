import { and, eq, inArray, or, sql } from "drizzle-orm";
import { agents } from "../agents/table";
import { apiKeys } from "../apikeys/table";
import { apps } from "../apps/table";
import { assets } from "../assets/table";
import { lockAccount } from "../auth/lock-account";
import { budgets } from "../budgets/table";
import { DOTS } from "../crypto/mask";
import { openDatasource } from "../datasources/service";
import { datasources, documents } from "../datasources/table";
import type { Tx } from "../db/client";
import { auditedModel } from "../models/service";
import { models } from "../models/table";
import { sessions } from "../sessions/table";
import { shareLinks } from "../shares/table";
import { tasks } from "../tasks/table";
import { orgMembers, teams } from "../teams/table";
import { auditedTool, toolIdOfRevision } from "../tools/service";
import { tools } from "../tools/table";
import { auditedVariable } from "../variables/service";
import { variables } from "../variables/table";
import { auditedVectorDb } from "../vectordbs/service";
import { vectorDbs } from "../vectordbs/table";
import {
  administeredAccount,
  administeredRun,
  itself,
  itsOrgs,
  keptMail,
  ofServer,
  orgOfRun,
  plannedOrg,
} from "./administration";
import { fieldsOf } from "./fields";
import { invite, member, org, owner, removed, team } from "./places";
import { planOrder } from "./plan-order";
import { type AuditedCall, adds, edits, ofTeam, type Reader, removes, type Subject, snapshotOf } from "./subject";

/** Why a write is not in the log of an organisation. */
export interface Unaudited {
  none: string;
}

const account: Unaudited = {
  none: "It is about the account itself, which is no organization's: its own list of events has it.",
};
const said: Unaudited = { none: "What happens in a session stands in the session's own log." };
const server: Unaudited = { none: "It is about the server, not about an organization." };

const agent = ofTeam(agents);
const app = ofTeam(apps);
const asset = ofTeam(assets);
const model = ofTeam(models, auditedModel);
const task = ofTeam(tasks);
/** With what it is defined as, which its revisions have. */
const tool: Reader = async (tx, call, id) => {
  const found = await ofTeam(tools)(tx, call, id);
  if (!found) return null;
  const { shown, exact } = await auditedTool(tx, found.exact as Parameters<typeof auditedTool>[1]);
  return { ...found, shown: fieldsOf(shown), exact };
};
const revised = ({ params, teamId = "" }: AuditedCall, tx: Tx) => toolIdOfRevision(tx, teamId, params.revisionId ?? "");
const tried: Unaudited = { none: "It calls the tool once, and changes nothing of it." };
const keptInput: Unaudited = { none: "An input to try a tool with changes nothing of the tool." };
const synced: Unaudited = { none: "What a datasource's jobs do, and who began them, stands in its list of jobs." };

/** What somebody has chosen of it: what its jobs write of themselves is not the log's. */
const datasource: Reader = async (tx, call, id) => {
  const found = await ofTeam(datasources)(tx, call, id);
  if (!found) return null;
  const row = found.exact as typeof datasources.$inferSelect;
  const { name, description, sourceType, streamConfig, scheduleUnit, chunking, embeddingModelId, vectorDbId } = row;
  const chosen = { name, description, sourceType, streamConfig, scheduleUnit, chunking, embeddingModelId, vectorDbId };
  return {
    ...{ ...found, shown: { ...chosen, config: found.shown.config } },
    exact: { ...chosen, config: openDatasource(row) },
  };
};

/** A new datasource, or the files that one was given: those that this transaction has written. */
const uploaded: Reader = async (tx, call, id) => {
  const found = await datasource(tx, call, id);
  if (!found || !(call.body as { datasourceId?: string }).datasourceId) return found;
  const written = and(
    eq(documents.datasourceId, id),
    eq(documents.stage, "fetched"),
    sql`${documents}.xmin::text = pg_current_xact_id()::xid::text`,
  );
  const rows = await tx.select({ title: documents.title }).from(documents).where(written).orderBy(documents.title);
  const files = { files: rows.map(({ title }) => title) };
  return rows.length > 0 ? { ...found, shown: files, exact: files } : null;
};

const document: Reader = async (tx, call, id) => {
  const found = await ofTeam(documents)(tx, call, id);
  if (!found) return null;
  const { title, stage, uri, gone } = found.exact as typeof documents.$inferSelect;
  if (gone) return null;
  return { ...found, name: title, shown: { title, stage, uri }, exact: { title, stage, uri } };
};

/** The datasource with how a trial cuts its documents; null without one. Who changes it holds both himself. */
const trial: Reader = async (tx, { teamId = "" }, id) => {
  const rows = await tx
    .select({ name: datasources.name, chunking: datasources.chunking, trialOf: datasources.trialOf })
    .from(datasources)
    .where(and(eq(datasources.teamId, teamId), or(eq(datasources.id, id), eq(datasources.trialOf, id))));
  const row = rows.find(({ trialOf }) => trialOf === null);
  const tried = { trialChunking: rows.find(({ trialOf }) => trialOf === id)?.chunking ?? null };
  return row ? { id, name: row.name, shown: tried, exact: tried } : null;
};
const vectorDb = ofTeam(vectorDbs, auditedVectorDb);

/** Without what is counted of its use. */
const shareLink: Reader = async (tx, call, id) => {
  const found = await ofTeam(shareLinks)(tx, call, id);
  if (!found) return null;
  const { appId, expires, visitorMessages, linkMessages } = found.exact as typeof shareLinks.$inferSelect;
  const limits = { appId, expires: expires?.toISOString() ?? null, visitorMessages, linkMessages };
  return { ...found, shown: limits, exact: limits };
};

/** A link that an app's form takes for the app. */
const bound = ({ body }: AuditedCall) => (body as { shareLinkShareId?: string }).shareLinkShareId;

/** That there was one, and whose: what was said in it is not the log's to keep. */
const session: Reader = async (tx, call, id) => {
  const found = await ofTeam(sessions)(tx, call, id);
  if (!found) return null;
  const { appId, status } = found.shown;
  return { ...found, shown: { appId, status, createdBy: found.exact.createdBy } };
};

/** Without its value, which somebody may make a secret of later. */
const variable: Reader = async (tx, call, id) => {
  const found = await ofTeam(variables, auditedVariable)(tx, call, id);
  return found && { ...found, shown: { ...found.shown, defaultValue: found.shown.defaultValue && DOTS } };
};

const itsTeam = ({ teamId }: AuditedCall) => teamId;
const itsOrg = ({ orgId }: AuditedCall) => orgId;
const caller = ({ accountId }: AuditedCall) => accountId;

/** Whom a form names: the id before the address. */
const named = ({ body }: AuditedCall) => {
  const { memberId, email } = body as { memberId?: string; email?: string };
  return memberId ?? email;
};

/** Who owns it then, and what the old and the new owner are in it. */
const handsOver = (scope: "team" | "org", place: Reader, its: (call: AuditedCall) => string | undefined) => [
  edits(scope, place, its),
  edits(`${scope}_member`, member(scope), owner(scope)),
  edits(`${scope}_member`, member(scope), named),
];

const apiKey: Reader = async (tx, { accountId }, id) => {
  await lockAccount(tx, accountId);
  const [row] = await tx
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.accountId, accountId)))
    .for("no key update");
  return row ? snapshotOf(row) : null;
};

/** A key is noted in every organisation that it reaches. */
const reached: NonNullable<Subject["orgs"]> = async (tx, { accountId }, { exact }) => {
  const { teamIds } = exact as { teamIds: string[] | null };
  const found = teamIds
    ? await tx.selectDistinct({ orgId: teams.orgId }).from(teams).where(inArray(teams.id, teamIds))
    : await tx.select({ orgId: orgMembers.orgId }).from(orgMembers).where(eq(orgMembers.accountId, accountId));
  return found.map(({ orgId }) => orgId);
};

/** Of what the budget is, with what it limits: nulls where it has none. What is held is what it is of. */
const budgetOf =
  (of: Reader): Reader =>
  async (tx, call, id) => {
    const its = await of(tx, call, id);
    if (!its) return null;
    const [row] = await tx.select().from(budgets).where(eq(budgets.subjectId, id));
    const { money = null, tokens = null, hard = null } = row ?? {};
    const limits = { money, tokens, mode: hard === null ? null : hard ? "hard" : "soft" };
    const { teamIds } = its.exact as { teamIds?: unknown };
    return { ...its, shown: limits, exact: { ...limits, teamIds } };
  };

/** The sample makes what the team lacks of it. */
const inSample = (kind: "app" | "agent" | "model") => ({
  madeIn: (result: unknown) => (result as { made?: Partial<Record<typeof kind, string>> }).made?.[kind],
});

/** What a call can change several of, each to be noted by itself. */
export const partReaders = { app, agent, task, tool, variable };

/** Every call that writes, with what it changes or why it is not noted: one line a call. */
export const auditOf: Record<string, Subject | readonly Subject[] | Unaudited> = {
  // Who accepts an invite is noted by `noteJoining`.
  "accounts.register": account,
  "accounts.login": account,
  "accounts.requestChangePassword": account,
  "accounts.changePassword": account,
  "accounts.verify": account,
  "accounts.invitation": { none: "It writes nothing." },
  "accounts.switch": account,
  "accounts.onboard": account,
  "accounts.logout": account,

  "admin.setPlan": edits("org", plannedOrg, "orgId", { orgs: itself }),
  "admin.endSessions": edits("account", administeredAccount, "accountId", { orgs: itsOrgs }),
  "admin.close": edits("account", administeredAccount, "accountId", { orgs: itsOrgs }),
  "admin.reopen": edits("account", administeredAccount, "accountId", { orgs: itsOrgs }),
  "admin.cancelRun": edits("run", administeredRun, "runId", { orgs: orgOfRun }),
  "admin.giveBackRun": edits("run", administeredRun, "runId", { orgs: orgOfRun }),
  "admin.resendMail": removes("mail", keptMail, "mailId", { orgs: ofServer }),
  "admin.removeMail": removes("mail", keptMail, "mailId", { orgs: ofServer }),

  "agents.add": adds("agent", agent),
  "agents.edit": edits("agent", agent, "agentId"),
  "agents.duplicate": adds("agent", agent),
  "agents.remove": removes("agent", agent, "agentId"),

  "apikeys.add": adds("apikey", apiKey, { orgs: reached }),
  "apikeys.increment": edits("apikey", apiKey, "keyId", { orgs: reached }),
  "apikeys.remove": removes("apikey", apiKey, "keyId", { orgs: reached }),

  "apps.add": [adds("app", app), edits("sharelink", shareLink, bound)],
  "apps.edit": [edits("app", app, "appId"), edits("sharelink", shareLink, bound)],
  "apps.duplicate": adds("app", app),
  "apps.remove": removes("app", app, "appId"),

  "assets.add": adds("asset", asset),
  "assets.remove": removes("asset", asset, "assetId"),

  // Whose customer it is at Stripe, and what was changed at once. What Stripe tells later stands in Stripe's own log.
  "billing.planConfirm": planOrder,
  "billing.portalLink": { none: "It changes nothing here: what is done on Stripe's pages, Stripe tells." },
  "billing.webhook": { none: "Stripe tells it, not a member; Stripe's own log has it." },

  "budgets.editOrg": edits("budget", budgetOf(org), itsOrg),
  "budgets.editTeam": edits("budget", budgetOf(team), itsTeam),
  "budgets.editApp": edits("budget", budgetOf(app), "appId"),
  "budgets.editKey": edits("budget", budgetOf(apiKey), "keyId", { orgs: reached }),

  "airbyte.sample": { none: "It writes nothing." },
  "connect.begin": { none: "It writes nothing." },
  "connect.finish": { none: "What was granted is noted with the datasource that is made of it." },
  "datasources.test": { none: "A draft is noted when it is added." },
  "datasources.add": edits("datasource", datasource, ({ body }) => (body as { datasourceId: string }).datasourceId),
  "datasources.upload": adds("datasource", uploaded),
  "datasources.preview": { none: "It writes nothing." },
  "datasources.edit": edits("datasource", datasource, "datasourceId"),
  "datasources.sync": synced,
  "datasources.cancel": synced,
  "datasources.discover": { none: "What the source has is nothing that somebody chose." },
  "datasources.streams": edits("datasource", datasource, "datasourceId"),
  "datasources.schedule": edits("datasource", datasource, "datasourceId"),
  "datasources.query": { none: "It writes nothing." },
  "datasources.remove": removes("datasource", datasource, "datasourceId"),
  "documents.remove": removes("document", document, "documentId"),
  "documents.retry": synced,
  "documents.skip": edits("document", document, "documentId"),
  "documents.retryFailed": synced,
  "cases.add": { none: "A test question changes nothing of what is found." },
  "cases.remove": { none: "A test question changes nothing of what is found." },
  "cases.run": { none: "It writes nothing." },

  "models.add": adds("model", model),
  "models.test": { none: "It writes nothing." },
  "models.edit": edits("model", model, "modelId"),
  "models.downloadWeights": server,
  "models.cancelDownload": server,
  "models.duplicate": adds("model", model),
  "models.setDefault": edits("team", team, itsTeam),
  "models.remove": removes("model", model, "modelId"),

  "notifications.seen": { none: "It says only what somebody has read." },
  "notifications.seenOwn": account,

  "samples.add": [
    adds("model", model, inSample("model")),
    adds("agent", agent, inSample("agent")),
    adds("app", app, inSample("app")),
    edits("team", team, itsTeam),
  ],

  "security.edit": account,
  "security.changeEmail": account,
  "security.stopEmail": account,
  "security.setPassword": account,
  "security.beginTwoFactor": account,
  "security.turnOnTwoFactor": account,
  "security.turnOffTwoFactor": account,
  "security.renewCodes": account,
  "security.endSession": account,
  "security.endOthers": account,
  "security.remove": account,

  "sessions.add": said,
  "sessions.edit": said,
  "sessions.start": said,
  "sessions.cancel": said,
  "sessions.feedback": said,
  "sessions.addFile": said,
  "sessions.remove": removes("session", session, "sessionId"),

  "shares.add": adds("sharelink", shareLink),
  "shares.edit": edits("sharelink", shareLink, "shareId"),
  "shares.remove": removes("sharelink", shareLink, "shareId"),

  "tasks.add": adds("task", task),
  "tasks.edit": edits("task", task, "taskId"),
  "tasks.duplicate": adds("task", task),
  "tasks.remove": removes("task", task, "taskId"),

  "teams.add": adds("team", team),
  "teams.edit": edits("team", team, itsTeam),
  "teams.editRetention": edits("team", team, itsTeam),
  "teams.transfer": handsOver("team", team, itsTeam),
  "teams.remove": removes("team", team, itsTeam),
  "teams.invite": adds("invite", invite("team")),
  "teams.editMember": edits("team_member", member("team"), "memberId"),
  "teams.removeMember": removes("team_member", removed("team"), named),
  "teams.leave": removes("team_member", member("team"), caller),

  "oauth.start": account,
  "oauth.finish": account,
  "oauth.unlink": account,

  "orgs.add": adds("org", org, {
    madeIn: (result) => (result as { org?: { id: string } }).org?.id,
    orgs: async (_tx, _call, { id }) => [id],
  }),
  "orgs.edit": edits("org", org, itsOrg),
  "orgs.transfer": handsOver("org", org, itsOrg),
  "orgs.remove": removes("org", org, itsOrg),
  "orgs.invite": adds("invite", invite("org")),
  "orgs.editMember": edits("org_member", member("org"), "memberId"),
  "orgs.removeMember": removes("org_member", removed("org"), named),
  "orgs.leave": removes("org_member", member("org"), caller),

  "tools.add": adds("tool", tool),
  "tools.edit": edits("tool", tool, "toolId"),
  "tools.duplicate": adds("tool", tool),
  "tools.remove": removes("tool", tool, "toolId"),
  "tools.test": tried,
  "tools.tryOut": { none: "It calls what is no tool yet once, and writes nothing." },
  "tools.compare": tried,
  "tools.readDocument": { none: "It writes nothing." },
  "tools.discover": { none: "It writes nothing." },
  "tools.addInput": keptInput,
  "tools.removeInput": keptInput,
  "tools.applyRevision": edits("tool", tool, revised),
  "tools.removeRevision": edits("tool", tool, revised),

  "transfers.preview": { none: "It writes nothing." },
  "transfers.import": { none: "Each thing that it makes or changes is noted by itself, by `noteEach`." },

  "trials.start": edits("datasource", trial, "datasourceId"),
  "trials.stop": synced,
  "trials.resume": synced,
  "trials.run": { none: "It writes nothing." },
  "trials.use": edits("datasource", datasource, "datasourceId"),
  "trials.discard": edits("datasource", trial, "datasourceId"),

  "variables.add": adds("variable", variable),
  "variables.edit": edits("variable", variable, "variableId"),
  "variables.duplicate": adds("variable", variable),
  "variables.remove": removes("variable", variable, "variableId"),

  "vectordbs.add": adds("vectordb", vectorDb),
  "vectordbs.test": { none: "It writes nothing." },
  "vectordbs.edit": edits("vectordb", vectorDb, "vectorDbId"),
  "vectordbs.duplicate": adds("vectordb", vectorDb),
  "vectordbs.remove": removes("vectordb", vectorDb, "vectorDbId"),
};
