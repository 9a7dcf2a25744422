import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { assets } from "@/lib/contract/assets/schemas";
import type { Endpoint } from "@/lib/contract/base/endpoint";
import { cases } from "@/lib/contract/cases/schemas";
import { datasources } from "@/lib/contract/datasources/schemas";
import { documents as documentCalls } from "@/lib/contract/documents/schemas";
import { type Evaluation, evaluations } from "@/lib/contract/evaluations/schemas";
import { models } from "@/lib/contract/models/schemas";
import { providers } from "@/lib/contract/providers/schemas";
import { type Publication, publications } from "@/lib/contract/publications/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { shares } from "@/lib/contract/shares/schemas";
import { tasks } from "@/lib/contract/tasks/schemas";
import { type TestSet, testsets } from "@/lib/contract/testsets/schemas";
import { tools } from "@/lib/contract/tools/schemas";
import { variables } from "@/lib/contract/variables/schemas";
import { vectordbs } from "@/lib/contract/vectordbs/schemas";
import { appendEvents } from "@/lib/server/engine/runs/log/events";
import { sealSecret } from "@/lib/server/platform/crypto/secrets";
import { auditEntries } from "@/lib/server/platform/db/tables/audit";
import { datasourceJobs, datasources as datasourceRows } from "@/lib/server/platform/db/tables/datasources";
import { documents } from "@/lib/server/platform/db/tables/documents";
import {
  identityDomains,
  identityProviders,
  scimGroups,
  scimTokens,
  scimUsers,
} from "@/lib/server/platform/db/tables/identity";
import { inputRequests } from "@/lib/server/platform/db/tables/input-requests";
import { notifications } from "@/lib/server/platform/db/tables/notifications";
import { oauthClients, oauthGrants, oauthTokens } from "@/lib/server/platform/db/tables/oauth";
import { publicationCalls } from "@/lib/server/platform/db/tables/publications";
import { partialMessages } from "@/lib/server/platform/db/tables/sessions";
import { webhookCallbacks, webhookDeliveries } from "@/lib/server/platform/db/tables/webhooks";
import { env } from "@/lib/server/platform/env/env";
import { newId } from "@/lib/server/platform/ids/ids";
import { outboxDelivery } from "@/lib/server/platform/mail/outbox";
import { listMails, outboxFolder } from "@/lib/server/platform/mail/outbox-folder";
import { verifyMail } from "@/lib/server/platform/mail/templates";
import { callAs, expectOk } from "../client";
import { testDatabase } from "../database";
import { newKey } from "../keys";
import { type Account, newAccount, newMember, newOrg, newTeam, sessionIdOf, tokenOf } from "../people";
import { pixel } from "../pixel";

/** One record of every kind, by the names that paths and bodies use. */
export interface Ids {
  resourceSlug: string;
  orgId: string;
  memberId: string;
  providerId: string;
  modelId: string;
  agentId: string;
  agentRevisionId: string;
  /** A process, with a draft. */
  processAppId: string;
  appRevisionId: string;
  testsetId: string;
  testcaseId: string;
  evaluationId: string;
  attemptId: string;
  /** A resource that can be a favorite. */
  favoriteId: string;
  appId: string;
  sessionId: string;
  messageId: string;
  fileId: string;
  requestId: string;
  assetId: string;
  variableId: string;
  vectorDbId: string;
  /** An embedding model. */
  embeddingModelId: string;
  datasourceId: string;
  documentId: string;
  caseId: string;
  toolId: string;
  taskId: string;
  /** What the task waits for. */
  earlierTaskId: string;
  /** Of the tool, one that is not applied. */
  revisionId: string;
  inputId: string;
  shareId: string;
  /** A link that leads nowhere yet: one app can take it. */
  newShareId: string;
  publicationId: string;
  publicationKeyId: string;
  publicationCallId: string;
  oauthGrantId: string;
  webhookDeliveryId: string;
  webhookCallbackId: string;
  filename: string;
  /** An API key of the member. */
  keyId: string;
  /** A session of the member. */
  tokenId: string;
  /** The oldest entry of the organisation's audit log. */
  entryId: string;
  /** For everybody in the team; the hidden one is for its owner. */
  notificationId: string;
  /** The member again, as an account. */
  accountId: string;
  /** A run that waits for a worker. */
  runId: string;
  /** A mail to the member that is in the outbox. */
  mailId: string;
  /** A deleted variable. */
  trashId: string;
  scimTokenId: string;
  scimUserId: string;
  scimGroupId: string;
}

/** What only the owner and team admins may see: a private app and what was said in it. */
type Hidden = Pick<
  Ids,
  | "appId"
  | "sessionId"
  | "messageId"
  | "fileId"
  | "requestId"
  | "shareId"
  | "publicationId"
  | "publicationKeyId"
  | "publicationCallId"
  | "oauthGrantId"
  | "webhookDeliveryId"
  | "webhookCallbackId"
  | "notificationId"
>;

export interface Furnished {
  orgId: string;
  slug: string;
  owner: Account;
  ids: Ids;
  hidden: Hidden;
  /** A second record of every kind, the hidden ones among them, that no valid request names. */
  spare: string[];
  /** Every id and every text of the team; none may reach anyone outside. */
  teamValues: string[];
  hiddenValues: string[];
  /** Of the organisation: its other members may read these. */
  orgValues: string[];
  /** Nobody may read these, not even the owner. */
  secrets: string[];
}

export const fileForm = (name: string, content: string | Buffer<ArrayBuffer> = pixel): FormData => {
  const form = new FormData();
  form.append("file", new File([content], name));
  return form;
};

/** Random texts, remembered in the list, so that one found in an answer tells where it came from. */
const markers = (list: string[]) => (what: string) => {
  const text = `${what} ${randomBytes(9).toString("hex")}`;
  list.push(text);
  return text;
};

interface Options {
  /** In the organisation of this team: a sibling. */
  sibling?: Furnished;
}

/** A team with one record of every kind and a random marker in every text field, made by its owner's own calls. */
export async function furnishTeam({ sibling }: Options = {}): Promise<Furnished> {
  const [teamValues, orgValues, hiddenValues, secrets]: string[][] = [[], [], [], []];
  const mark = markers(teamValues ?? []);
  const markOrg = markers(orgValues ?? []);
  const owner = await newAccount(markOrg("owner"));
  const { orgId, slug } = sibling
    ? await newTeam(owner, sibling.orgId, mark("team"))
    : await newOrg(owner, markOrg("org"), mark("team"));
  const member = await newMember({ orgId, slug });
  const token = await tokenOf(owner);
  const to = { token, params: { resourceSlug: slug } };
  const make = (endpoint: Endpoint, body: Record<string, unknown> | FormData, params: Record<string, string> = {}) =>
    expectOk(callAs(endpoint, { token, params: { resourceSlug: slug, ...params } as never, body }));
  const made = async (endpoint: Endpoint, body: Record<string, unknown> | FormData, params?: Record<string, string>) =>
    String((await make(endpoint, body, params))._id);

  const oneWord = (list: string[] | undefined) => (what: string) => {
    const text = `${what}-${randomBytes(9).toString("hex")}`;
    list?.push(text);
    return text;
  };
  const word = oneWord(teamValues);
  const plantSecret = () => oneWord(secrets)("secret");
  let sealed = { name: "", description: "", defaultValue: "", secret: true };
  const secret = plantSecret();
  const config = { base_url: `http://127.0.0.1:9/${word("base")}`, api_key: secret };
  const firstRevision = async (endpoint: Endpoint, params: Record<string, string>) => {
    const { revisions } = await expectOk(
      callAs(endpoint, { token, params: { resourceSlug: slug, ...params } as never }),
    );
    return String((revisions as { _id: string }[])[0]?._id);
  };
  const firstCase = async (testsetId: string) => {
    const { testset } = await expectOk(callAs(testsets.get, { token, params: { resourceSlug: slug, testsetId } }));
    return String((testset as TestSet).cases[0]?._id);
  };
  const firstAttempt = async (evaluationId: string) => {
    const params = { resourceSlug: slug, evaluationId };
    const { evaluation } = await expectOk(callAs(evaluations.get, { token, params }));
    return String((evaluation as Evaluation).cases[0]?.attempts[0]?._id);
  };
  /** Files that no worker reads. */
  const source = async () => {
    const model = { name: mark("embedding"), type: "demo", model: "demo-embed", modelType: "embedding" };
    const embeddingModelId = await made(models.add, model);
    const form = fileForm(`${word("document")}.txt`, mark("text"));
    for (const [name, value] of Object.entries({ name: mark("datasource"), embeddingModelId }))
      form.append(name, value);
    const { _id, toolId } = await make(datasources.upload, form);
    const datasourceId = String(_id);
    const listed = await expectOk(callAs(documentCalls.list, { ...to, query: { datasourceId } }));
    const documentId = String((listed.documents as { _id: string }[])[0]?._id);
    const asked = { query: mark("question"), documentIds: [documentId] };
    const caseId = await made(cases.add, asked, { datasourceId });
    await tried(slug, datasourceId, plantSecret);
    const one = { toolId: String(toolId) };
    const definition = { datasourceId, retriever: { k: 7 } };
    const { revisionId } = await make(tools.edit, { definition, apply: false, note: mark("note") }, one);
    const inputId = await made(tools.addInput, { name: mark("input"), args: { query: mark("asked") } }, one);
    return { embeddingModelId, datasourceId, documentId, caseId, ...one, revisionId: String(revisionId), inputId };
  };
  const staff = async () => {
    const providerId = await made(providers.add, { name: mark("provider"), type: "ollama", config });
    const model = { name: mark("model"), providerId, model: mark("llama"), force: true };
    const modelId = await made(models.add, model);
    const { _id: iconId, filename } = await make(assets.add, fileForm(`${mark("icon")}.png`));
    const plain = { name: word("variable"), description: mark("description"), defaultValue: mark("default") };
    const variableId = await made(variables.add, plain);
    sealed = { name: word("sealed"), description: mark("description"), defaultValue: plantSecret(), secret: true };
    const sealedId = await made(variables.add, sealed);
    const prompts = { role: mark("role"), goal: mark("goal"), backstory: mark("backstory") };
    const knowledge = await source();
    const agentId = await made(agents.add, {
      name: mark("agent"),
      ...prompts,
      modelId,
      iconId,
      variableIds: [variableId, sealedId],
      toolIds: [knowledge.toolId],
    });
    await make(agents.edit, { draft: true, goal: mark("draft") }, { agentId });
    const agentRevisionId = await firstRevision(agents.revisions, { agentId });
    const earlier = { name: mark("earlier"), description: mark("work"), expectedOutput: mark("output"), agentId };
    const earlierTaskId = await made(tasks.add, earlier);
    const taskId = await made(tasks.add, {
      name: mark("task"),
      description: mark("work"),
      expectedOutput: mark("output"),
      agentId,
      contextTaskIds: [earlierTaskId],
      toolIds: [knowledge.toolId],
      outputVariableId: variableId,
      requiresHumanInput: true,
      formFields: [{ name: "asked", label: mark("label"), type: "string", variableId }],
    });
    const processAppId = await made(apps.add, {
      name: mark("process"),
      type: "process",
      sharingMode: "team",
      process: "hierarchical",
      taskIds: [earlierTaskId, taskId],
      agentIds: [agentId],
      managerModelId: modelId,
    });
    await make(apps.edit, { draft: true, fullOutput: true }, { appId: processAppId });
    const appRevisionId = await firstRevision(apps.revisions, { appId: processAppId });
    const testsetId = await made(testsets.add, {
      name: mark("testset"),
      agentId,
      judgeModelId: modelId,
      liveToolIds: [knowledge.toolId],
      cases: [{ input: mark("input"), checks: [{ type: "contains", value: mark("expected") }] }],
    });
    const testcaseId = await firstCase(testsetId);
    const evaluationId = await made(testsets.run, { repeat: 1 }, { testsetId });
    const attemptId = await firstAttempt(evaluationId);
    const vectorDbId = await made(vectordbs.add, {
      name: mark("vectors"),
      type: "qdrant",
      url: `http://127.0.0.1:9/${word("qdrant")}`,
      config: { api_key: plantSecret() },
      force: true,
    });
    const icon = { assetId: String(iconId), filename: String(filename) };
    return {
      providerId,
      modelId,
      agentId,
      agentRevisionId,
      processAppId,
      appRevisionId,
      testsetId,
      testcaseId,
      evaluationId,
      attemptId,
      favoriteId: agentId,
      taskId,
      earlierTaskId,
      variableId,
      vectorDbId,
      ...knowledge,
      ...icon,
    };
  };
  const first = await staff();
  const second = await staff();
  await make(models.setDefault, { modelId: first.modelId, modelType: "llm" });

  type Sharing = "team" | "private";
  const publish = async (appId: string, say: (what: string) => string) => {
    const { _id, key: presented } = await make(publications.add, { name: say("publication"), appId });
    secrets?.push(String(presented));
    const publicationId = String(_id);
    const params = { resourceSlug: slug, publicationId };
    const { publication } = await expectOk(callAs(publications.get, { token, params }));
    const publicationKeyId = String((publication as Publication).keys[0]?._id);
    const publicationCallId = await called(slug, { publicationId, say });
    const own = { publicationId, say };
    return {
      publicationId,
      publicationKeyId,
      publicationCallId,
      ...(await hooked(slug, own)),
      ...(await granted(own)),
    };
  };
  const chat = async (
    sharingMode: Sharing,
    { agentId, variableId, assetId: iconId }: typeof first,
    say: (what: string) => string,
  ) => {
    const words = { description: say("description"), tags: [say("tag")], conversationStarters: [say("starter")] };
    const app = { name: say("app"), type: "chat", sharingMode, agentId, iconId, variableIds: [variableId], ...words };
    const appId = await made(apps.add, app);
    const { shareId } = await make(shares.add, { appId });
    const published = await publish(appId, say);
    await made(testsets.add, { name: say("testset"), appId, cases: [{ input: say("input") }] });
    const values = { [say("key")]: say("value"), [sealed.name]: plantSecret() };
    const sessionId = await made(sessions.add, { id: appId, variables: values });
    const fileId = await made(sessions.addFile, fileForm(`${say("file")}.txt`, say("content")), { sessionId });
    const started = await make(sessions.start, { message: say("message"), fileIds: [fileId] }, { sessionId });
    // The private one's run is left waiting for a worker.
    if (sharingMode === "team") await make(sessions.cancel, {}, { sessionId });
    const messageId = String(started.messageId);
    const requestId = await answer(slug, sessionId, String(started.runId), say);
    await make(sessions.feedback, { messageId, value: 1, reason: say("reason") }, { sessionId });
    const notificationId = await notified(slug, sharingMode === "private" ? owner.accountId : null, say);
    return {
      appId,
      sessionId,
      messageId,
      fileId,
      requestId,
      shareId: String(shareId),
      ...published,
      notificationId,
    } satisfies Hidden;
  };
  const shown = await chat("team", first, mark);
  const hidden = await chat("private", second, markers(hiddenValues ?? []));
  // In the trash, of the private app and with its name.
  const hiddenSessionId = await made(sessions.add, { id: hidden.appId });
  const hiddenTrash = await make(sessions.remove, {}, { sessionId: hiddenSessionId });
  hiddenValues?.push(hiddenSessionId, String(hiddenTrash.trashId));
  const waiting = await made(sessions.add, { id: shown.appId });
  const { runId } = await make(sessions.start, { message: mark("message") }, { sessionId: waiting });
  const { id: keyId, secret: keySecret } = await newKey(member);
  const tokenId = await sessionIdOf(member);
  const entryId = await oldestEntry(orgId);
  const newShareId = String((await make(shares.add, {})).shareId);
  // Signed in, for who may end that.
  await tokenOf(member);
  const administered = { accountId: member.accountId, runId: String(runId), mailId: await unsentMail(member) };
  const deletedVariable = { name: word("deleted"), description: mark("description"), defaultValue: mark("default") };
  const trashId = String(
    (await make(variables.remove, {}, { variableId: await made(variables.add, deletedVariable) })).trashId,
  );
  const provisioned = await provide(orgId, { say: markOrg, secret: plantSecret });
  const others = {
    ...provisioned,
    trashId,
    memberId: member.accountId,
    keyId,
    tokenId,
    entryId,
    newShareId,
    ...administered,
  };
  const ids: Ids = { resourceSlug: slug, orgId, ...others, ...first, ...shown };
  const { filename: _spare, ...spare } = { ...second, ...hidden };
  const { resourceSlug: _slug, orgId: _org, filename: _public, scimTokenId: _token, ...records } = ids;
  return {
    orgId,
    slug,
    owner,
    ids,
    hidden,
    spare: Object.values(spare),
    teamValues: [...(teamValues ?? []), ...Object.values(records), ...Object.values(spare)],
    orgValues: [...(orgValues ?? []), orgId, owner.accountId],
    hiddenValues: [...(hiddenValues ?? []), ...Object.values(hidden)],
    secrets: [...(secrets ?? []), keySecret],
  };
}

/** A domain that an organization has added. */
export const toOwnDomain = (orgId: string): string => `${orgId.replace("_", "-")}.example.test`;

interface Words {
  say: (what: string) => string;
  secret: () => string;
}

/** The organization's identity provider, which nothing answers for, and what its SCIM client has sent. */
async function provide(orgId: string, { say, secret }: Words) {
  const { db } = await testDatabase();
  const [scimTokenId, scimUserId, scimGroupId] = [newId("scimtoken"), newId("scimuser"), newId("scimgroup")] as const;
  const email = `${randomBytes(9).toString("hex")}@example.test`;
  const clientSecret = sealSecret("identity-provider", { teamId: null, rowId: orgId }, secret());
  const provider = { orgId, issuer: "http://127.0.0.1:9", clientId: say("client"), clientSecret };
  await db.insert(identityProviders).values(provider).onConflictDoNothing();
  const domain = { orgId, domain: toOwnDomain(orgId), proof: say("proof") };
  await db.insert(identityDomains).values(domain).onConflictDoNothing();
  await db.insert(scimTokens).values({ id: scimTokenId, orgId, hash: secret(), prefix: "msc_" });
  const user = { id: scimUserId, orgId, userName: email, userNameKey: email, email, displayName: say("user") };
  await db.insert(scimUsers).values({ ...user, active: true });
  const group = say("group");
  await db.insert(scimGroups).values({ id: scimGroupId, orgId, displayName: group, nameKey: group });
  return { scimTokenId, scimUserId, scimGroupId };
}

/** A trial of another chunking that has come to its end. Its rows are nobody's to see: what is shown is their datasource's. */
async function tried(teamId: string, trialOf: string, secret: () => string): Promise<void> {
  const { db } = await testDatabase();
  const [id, documentId, key] = [secret(), secret(), secret()];
  const chunking = { strategy: "row" as const, size: 300, overlap: 0 };
  const about = { id, teamId, trialOf, name: secret(), sourceType: "file", status: "ready" as const, chunking };
  await db.insert(datasourceRows).values(about);
  await db
    .insert(documents)
    .values({ id: documentId, teamId, datasourceId: id, key, title: secret(), contentHash: key, stage: "stored" });
  await db
    .insert(datasourceJobs)
    .values({ id: secret(), teamId, datasourceId: id, kind: "upload", status: "completed", dateEnded: new Date() });
}

/** A refused call of a publication. */
async function called(
  teamId: string,
  { publicationId, say }: { publicationId: string; say: (what: string) => string },
): Promise<string> {
  const { db } = await testDatabase();
  const id = newId("publicationcall");
  const refused = { way: "openai", status: "refused", httpStatus: 429, error: say("error") } as const;
  await db.insert(publicationCalls).values({ id, teamId, publicationId, ...refused });
  return id;
}

/** An OAuth client that has registered, which belongs to no team. */
export const oauthClientId = "oauthclient_of_the_matrix";

/** The access that a person has given it. */
async function granted({ publicationId, say }: { publicationId: string; say: (what: string) => string }) {
  const { db } = await testDatabase();
  const oauthGrantId = newId("oauthgrant");
  const [redirectUri, expires] = ["https://client.example/callback", new Date(Date.now() + 3_600_000)];
  const registered = { id: oauthClientId, name: "Client", redirectUris: [redirectUri] };
  await db.insert(oauthClients).values(registered).onConflictDoNothing();
  const code = { codeHash: oauthGrantId, codeChallenge: "", codeExpires: new Date(), exchanged: new Date() };
  const client = { clientId: oauthClientId, clientName: say("client"), redirectUri };
  await db
    .insert(oauthGrants)
    .values({ ...code, ...client, id: oauthGrantId, publicationId, accountId: newId("account") });
  await db.insert(oauthTokens).values({ hash: oauthGrantId, grantId: oauthGrantId, kind: "refresh", expires });
  return { oauthGrantId };
}

/** An event that did not fit, and a callback that has failed. */
async function hooked(
  teamId: string,
  { publicationId, say }: { publicationId: string; say: (what: string) => string },
) {
  const { db } = await testDatabase();
  const own = { teamId, publicationId, sessionId: newId("session"), runId: newId("run") };
  const [webhookDeliveryId, webhookCallbackId] = [newId("webhookdelivery"), newId("webhookcallback")];
  const payload = JSON.stringify({ message: say("payload") });
  await db
    .insert(webhookDeliveries)
    .values({ ...own, id: webhookDeliveryId, status: "invalid", payload, bytes: payload.length, error: say("error") });
  const url = `https://example.test/${say("callback")}`;
  await db
    .insert(webhookCallbacks)
    .values({ ...own, id: webhookCallbackId, deliveryId: webhookDeliveryId, url, body: "{}", status: "failed" });
  return { webhookDeliveryId, webhookCallbackId };
}

/** Of an hour ahead, so that who joins the team later sees it as well. */
async function notified(teamId: string, accountId: string | null, say: (what: string) => string): Promise<string> {
  const { db } = await testDatabase();
  const id = newId("notification");
  const words = { title: say("title"), description: say("description"), link: `/${teamId}/${say("link")}` };
  const date = new Date(Date.now() + 3_600_000);
  await db.insert(notifications).values({ id, key: id, teamId, accountId, type: "session", ...words, date });
  return id;
}

/** A mail that no server has taken; answers its id. */
async function unsentMail({ email, name }: Account): Promise<string> {
  const { APP_URL: appUrl, MAIL_FROM } = env();
  await outboxDelivery(outboxFolder(), MAIL_FROM)(verifyMail({ email, name, token: "mv_unsent", appUrl }));
  const made = (await listMails({ limit: 5 })).mails.find(({ to }) => to === email);
  if (!made) throw new Error("The mail is not in the outbox.");
  return made.id;
}

async function oldestEntry(orgId: string): Promise<string> {
  const { db } = await testDatabase();
  const [entry] = await db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(eq(auditEntries.orgId, orgId))
    .orderBy(auditEntries.dateCreated)
    .limit(1);
  if (!entry) throw new Error("Nothing was noted.");
  return entry.id;
}

type Say = (what: string) => string;

/** What a run writes: an answer, the trace of its step, a question, whose id it answers, and text that is still being written. */
async function answer(teamId: string, sessionId: string, runId: string, say: Say): Promise<string> {
  const { db } = await testDatabase();
  const _id = `message_${randomBytes(8).toString("hex")}`;
  const author = { authorName: say("agent"), authorId: null, role: "assistant" as const };
  const rest = { parts: [], citations: [], usage: null, ts: new Date().toISOString(), completed: true };
  const call = { model: "demo", provider: "demo", purpose: "answer" as const, ttftMs: 1, finishReason: "stop" };
  const figures = { inputTokens: 1, outputTokens: 1, durationMs: 1, costUsd: null };
  const prompt = [{ role: "system", text: say("prompt") }];
  const step = { stepId: "step", messageId: _id, prompt, ...call, ...figures };
  const requestId = `request_${randomBytes(8).toString("hex")}`;
  const asked = { text: say("question"), deadline: null, startedAt: new Date().toISOString() };
  const request = { requestId, kind: "repeat" as const, ...asked, callId: "call", name: say("tool"), input: null };
  const logged = await db.transaction((tx) =>
    appendEvents(tx, sessionId, runId, [
      { kind: "message", messageId: _id, body: { _id, sessionId, ...author, text: say("answer"), ...rest } },
      { kind: "step", body: step },
      { kind: "input_request", body: request },
    ]),
  );
  // Of a run that never ends, so that it waits in the inbox.
  const waits = {
    teamId,
    sessionId,
    runId: `${runId}-asked`,
    kind: "repeat" as const,
    assigneeType: "anyone" as const,
  };
  await db.insert(inputRequests).values({ ...waits, id: requestId, seq: logged[2]?.seq ?? 0 });
  await db.insert(partialMessages).values({ messageId: `${_id}p`, sessionId, runId: "run", text: say("partial") });
  return requestId;
}
