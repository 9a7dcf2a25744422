import { randomUUID } from "node:crypto";
import { Permission } from "@/lib/permissions/bits";
import { fileForm, type Ids, oauthClientId, toOwnDomain } from "./furnished-team";

/** One valid request. Path parameters are filled from the ids by their names. */
export interface Example {
  query?: Record<string, string | undefined>;
  body?: Record<string, unknown>;
  /** In place of the ids with the parameters' names. */
  params?: Record<string, string>;
  /** Made of the body, with a file. */
  form?: (body: Record<string, unknown>) => FormData;
  /** What a member with exactly the bit gets. Default 200. */
  status?: number;
  /** What the team's owner gets. Default what a member with the bit gets. */
  owner?: number;
  /** A bit that this request needs although the call does not. */
  needs?: number;
  /** The bit depends on what the id names, so an unknown one is refused without it. */
  ofItem?: true;
  /** Bits that it needs for what it makes beside its own thing, unless that is there already. */
  makes?: number[];
  /** What someone gets who has nothing to do with the team. Default 404 for a request that names it. */
  stranger?: number;
}

type Row = (ids: Ids) => Example | Example[];

const plain: Row = () => ({});
const list: (kind: keyof Ids, filter?: keyof Ids) => Row = (kind, filter) => (ids) => [
  { query: filter && { [filter]: ids[filter] } },
  { query: { before: ids[kind] } },
];
const goodPassword = "correct horse battery 9";

const agent = ({ modelId, assetId, variableId, toolId }: Ids) => ({
  ...{ name: "Guide", role: "a guide", goal: "Help", backstory: "Knows the way." },
  ...{ modelId, functionModelId: modelId, iconId: assetId, variableIds: [variableId], toolIds: [toolId] },
});
const app = ({ agentId, assetId, variableId, newShareId }: Ids) => ({
  ...{ name: "Chat", sharingMode: "team", agentId, iconId: assetId, variableIds: [variableId] },
  shareLinkShareId: newShareId,
});
const task = ({ agentId, toolId, earlierTaskId, variableId }: Ids) => ({
  ...{ name: "Write", description: "Write it.", expectedOutput: "A text.", agentId, toolIds: [toolId] },
  ...{ contextTaskIds: [earlierTaskId], outputVariableId: variableId },
  formFields: [{ name: "place", label: "Place", type: "string", variableId }],
});
const process = ({ earlierTaskId, taskId, agentId, modelId }: Ids) => ({
  ...{ name: "Process", type: "process", sharingMode: "team", process: "hierarchical" },
  ...{ taskIds: [earlierTaskId, taskId], agentIds: [agentId], managerModelId: modelId },
});
/** A chat has no revisions. */
const ofProcess =
  (body?: Record<string, unknown>): Row =>
  ({ processAppId }) => ({ params: { appId: processAppId }, body });
const key = { name: "Key", expirationDays: 30, permissions: [Permission.CREATE_AGENT] };
const invited = (role: string) => ({ name: "Ada", email: `${randomUUID()}@example.test`, role });
const unreached = { type: "qdrant", url: "http://127.0.0.1:9", config: { api_key: "a-key-of-their-own" } };
const noDatabase = {
  connectorId: "postgres",
  config: { host: "127.0.0.1", port: 9, database: "articles", user: "ada", tls: "off" },
};
const added = ({ datasourceId, embeddingModelId, vectorDbId }: Ids) => ({
  ...{ datasourceId, embeddingModelId, vectorDbId, streamConfig: [{ name: "articles" }] },
});
const uploadForm = (fields: Record<string, unknown>): FormData => {
  const form = fileForm(`${randomUUID()}.txt`, "The quay closes at ten.");
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  return form;
};
/** Needs the permission to edit what the set tests. */
const ofTestSet = { needs: Permission.EDIT_AGENT, ofItem: true } as const;
const testset = ({ modelId, toolId }: Pick<Ids, "modelId" | "toolId">) => ({
  name: "Set",
  judgeModelId: modelId,
  liveToolIds: [toolId],
  cases: [{ input: "Where?", checks: [{ type: "contains", value: "here" }] }],
});
const tool = ({ datasourceId, assetId }: Ids) => ({
  ...{ name: "Search", iconId: assetId, definition: { datasourceId } },
});
const file = ({ modelId, datasourceId, variableId }: Ids) => ({
  text: `muster: 1
kind: app
app: { name: Imported, type: chat }
models: [{ name: M, provider: demo, model: demo-chat }]
datasources: [{ name: D }]
variables: [{ name: V }]
`,
  mapping: { "model:M": modelId, "datasource:D": datasourceId, "variable:V": variableId },
});
const service = {
  openapi: "3.1.0",
  info: { title: "Quay", version: "1" },
  servers: [{ url: "https://quay.example.com" }],
  paths: { "/boats": { get: { operationId: "boats" } } },
};
const authorization = ({ publicationId }: Ids) => ({
  client_id: oauthClientId,
  redirect_uri: "https://client.example/callback",
  response_type: "code",
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
  resource: `http://localhost:3000/mcp/${publicationId}`,
});
/** What whoever is not root gets instead. */
const rooted = (calls: Record<string, Row>): Record<string, Row> =>
  Object.fromEntries(
    Object.entries(calls).map(([name, row]): [string, Row] => [
      name,
      (ids) => [row(ids)].flat().map((example) => ({ ...example, stranger: 403 })),
    ]),
  );

/** How to make valid requests, one row a call. A call without a row fails the suites by its name. */
export const rows: Record<string, Row> = {
  "accounts.get": ({ resourceSlug, memberId }) => [
    { query: { resourceSlug } },
    { query: { resourceSlug, memberId }, needs: Permission.EDIT_TEAM_MEMBER },
  ],
  "accounts.welcome": plain,
  "accounts.register": () => ({
    body: { name: "Ada", email: `${randomUUID()}@example.test`, password: goodPassword },
  }),
  "accounts.login": () => ({ body: { email: "nobody@example.test", password: goodPassword }, status: 401 }),
  "accounts.requestChangePassword": () => ({ body: { email: "nobody@example.test" } }),
  "accounts.changePassword": () => ({ body: { token: "unknown", password: goodPassword }, status: 400 }),
  "accounts.verify": () => ({ body: { token: "unknown" }, status: 400 }),
  "accounts.invitation": () => ({ body: { token: "mi_unknown" }, status: 400 }),
  "accounts.switch": ({ orgId, resourceSlug }) => ({ body: { orgId, teamId: resourceSlug, redirect: "/" } }),
  "accounts.onboard": plain,
  "accounts.logout": plain,

  // Of all teams, and refused to everybody in one.
  ...rooted({
    "admin.health": plain,
    "admin.plans": plain,
    "admin.orgs": ({ orgId }) => [{}, { query: { before: orgId } }],
    "admin.setPlan": () => ({ body: { plan: "teams" } }),
    "admin.accounts": ({ accountId, orgId }) => [{}, { query: { before: accountId, orgId } }],
    "admin.endSessions": plain,
    "admin.close": plain,
    "admin.reopen": plain,
    "admin.queue": plain,
    "admin.runs": ({ runId, resourceSlug }) => [{}, { query: { before: runId, teamId: resourceSlug } }],
    "admin.cancelRun": plain,
    // Not assigned to a worker.
    "admin.requeueRun": () => ({ status: 409 }),
    "admin.mails": ({ mailId }) => [{}, { query: { before: mailId } }],
    "admin.mail": plain,
    // There is no mail server.
    "admin.resendMail": () => ({ status: 409 }),
    "admin.removeMail": plain,
    // What members do is not in it.
    "admin.log": ({ entryId }) => [{}, { query: { before: entryId }, status: 400 }],
  }),

  "agents.list": list("agentId", "modelId"),
  "agents.get": plain,
  "agents.revisions": plain,
  "agents.revision": plain,
  "agents.apply": ({ agentRevisionId }) => ({ body: { revisionId: agentRevisionId } }),
  "agents.removeDraft": plain,
  "agents.rollout": plain,
  // The applied revision.
  "agents.setRollout": ({ agentRevisionId }) => ({ body: { share: 10, revisionId: agentRevisionId }, status: 409 }),
  "agents.stopRollout": plain,
  "agents.add": (ids) => ({ body: agent(ids) }),
  "agents.edit": (ids) => ({ body: agent(ids) }),
  "agents.preview": (ids) => ({
    body: { ...agent(ids), agentId: ids.agentId },
    makes: [Permission.EDIT_AGENT],
    status: 403,
    owner: 200,
  }),
  "agents.duplicate": plain,
  "agents.remove": () => ({ body: { force: true } }),

  "airbyte.connectors": plain,
  "airbyte.specification": () => ({ query: { sourceDefinitionId: "postgres" } }),
  "airbyte.schema": ({ datasourceId }) => ({ query: { datasourceId } }),
  // Of files.
  "airbyte.sample": ({ datasourceId }) => ({ body: { datasourceId, stream: { name: "articles" } }, status: 409 }),
  "airbyte.jobs": ({ datasourceId }) => ({ query: { datasourceId } }),
  "airbyte.connection": plain,

  "apikeys.list": ({ keyId }) => [{}, { query: { before: keyId }, status: 400, stranger: 400 }],
  "apikeys.add": ({ resourceSlug }) => ({ body: { ...key, teamIds: [resourceSlug] }, stranger: 400 }),
  // Of one member alone: for everybody else it does not exist.
  "apikeys.increment": () => ({ status: 404, stranger: 404 }),
  "apikeys.remove": () => ({ status: 404, stranger: 404 }),

  "apps.list": list("appId", "agentId"),
  "apps.get": plain,
  "apps.revisions": ofProcess(),
  "apps.revision": ofProcess(),
  "apps.apply": (ids) => ofProcess({ revisionId: ids.appRevisionId })(ids),
  "apps.removeDraft": ofProcess(),
  "apps.rollout": ofProcess(),
  // The applied revision.
  "apps.setRollout": (ids) => ({
    ...ofProcess({ share: 10, revisionId: ids.appRevisionId })(ids),
    status: 409,
  }),
  "apps.stopRollout": ofProcess(),
  "apps.add": (ids) => [{ body: { ...app(ids), type: "chat" } }, { body: process(ids) }],
  // What only a process has is checked in any app.
  "apps.edit": (ids) => [
    { body: app(ids) },
    { body: { taskIds: [ids.earlierTaskId], agentIds: [ids.agentId], managerModelId: ids.modelId } },
  ],
  "apps.preview": (ids) =>
    [{ ...app(ids), type: "chat" }, process(ids)].map((form) => ({
      body: { ...form, appId: ids.appId, shareLinkShareId: undefined },
      makes: [Permission.EDIT_APP],
      status: 403,
      owner: 200,
    })),
  "apps.duplicate": plain,
  "apps.remove": plain,

  "assets.add": () => ({ form: () => fileForm("icon.png") }),
  "assets.remove": plain,
  "assets.file": () => ({ stranger: 200 }),

  "audit.list": ({ memberId, agentId, entryId }) => [
    {},
    { query: { before: entryId } },
    { query: { targetId: agentId } },
    { query: { accountId: memberId } },
  ],
  "audit.csv": ({ memberId, agentId }) => ({ query: { targetId: agentId, accountId: memberId } }),
  "audit.export": ({ memberId, agentId }) => [{}, { query: { targetId: agentId, accountId: memberId } }],

  "billing.get": ({ resourceSlug }) => ({ query: { resourceSlug } }),
  "billing.ready": ({ resourceSlug }) => ({ query: { resourceSlug } }),
  "billing.hasPaymentMethod": ({ resourceSlug }) => ({ query: { resourceSlug } }),
  // Billing is not set up there: tests/api/billing-choose.test.ts buys.
  "billing.portalLink": ({ resourceSlug }) => ({ query: { resourceSlug }, status: 409 }),
  "billing.planConfirm": ({ resourceSlug }) => ({ query: { resourceSlug }, body: { plan: "teams" }, status: 409 }),
  "billing.webhook": () => ({ body: { id: "evt_1", object: "event" }, status: 409 }),

  "budgets.getOrg": plain,
  "budgets.getTeam": plain,
  "budgets.getApp": plain,
  // Of one member alone: for everybody else it does not exist.
  "budgets.getKey": () => ({ status: 404, stranger: 404 }),
  "budgets.editOrg": () => ({ body: { money: 100, mode: "soft" } }),
  "budgets.editTeam": () => ({ body: { tokens: 1_000_000, mode: "hard" } }),
  "budgets.editApp": () => ({ body: { money: 5, tokens: 1_000, mode: "soft" } }),
  "budgets.editKey": () => ({ body: { tokens: 1_000, mode: "hard" }, status: 404, stranger: 404 }),
  "budgets.asked": ({ requestId }) => [{}, { query: { requestId } }],

  "connect.services": plain,
  // Set up by tests/api/connect.test.ts.
  "connect.begin": () => ({ body: { service: "google" }, status: 404 }),
  "connect.finish": () => ({ body: { code: "unknown", state: "unknown" }, status: 400 }),

  "datasources.list": list("datasourceId"),
  "datasources.get": plain,
  "datasources.searchable": ({ agentId, taskId }) => ({ query: { agentIds: agentId, taskIds: taskId } }),
  // Nothing listens there.
  "datasources.test": ({ datasourceId }) => [
    { body: { ...noDatabase, name: "Articles" }, status: 400 },
    { body: { ...noDatabase, name: "Articles", datasourceId }, status: 409 },
  ],
  // It was added already.
  "datasources.add": (ids) => ({ body: added(ids), status: 409 }),
  "datasources.upload": ({ embeddingModelId, vectorDbId, datasourceId }) => [
    { body: { embeddingModelId, vectorDbId }, form: uploadForm },
    { body: { datasourceId }, form: uploadForm },
  ],
  "datasources.preview": () => ({ form: uploadForm }),
  "datasources.edit": ({ embeddingModelId, vectorDbId }) => ({
    body: { name: "Renamed", embeddingModelId, vectorDbId },
  }),
  "datasources.sync": plain,
  "datasources.cancel": plain,
  // Of files.
  // Of files.
  "datasources.discover": () => ({ status: 409 }),
  "datasources.streams": () => ({ body: { streamConfig: [{ name: "articles" }] }, status: 409 }),
  "datasources.schedule": () => ({ body: { type: "manual" }, status: 409 }),
  "datasources.query": () => ({ body: { query: "What is in it?" } }),
  "datasources.remove": () => ({ body: { force: true } }),
  "documents.list": ({ datasourceId, documentId }) => [
    { query: { datasourceId } },
    { query: { datasourceId, before: documentId } },
  ],
  "documents.get": plain,
  "documents.remove": plain,
  "documents.retry": plain,
  "documents.skip": plain,
  "documents.retryFailed": plain,
  "cases.list": plain,
  "cases.add": ({ documentId }) => ({ body: { query: "Who wrote it?", documentIds: [documentId] } }),
  "cases.remove": plain,
  "cases.run": () => ({ body: {} }),

  "favorites.list": ({ agentId }) => [{}, { query: { recent: agentId } }],
  "favorites.add": ({ agentId }) => ({ body: { id: agentId } }),
  // Of one member alone: for everybody else it does not exist.
  "favorites.remove": () => ({ status: 404 }),

  "home.steps": plain,

  "identity.get": plain,
  // Nothing answers at its issuer: tests/api/sso.test.ts signs in.
  "identity.edit": ({ resourceSlug }) => ({
    body: {
      issuer: "http://127.0.0.1:9",
      clientId: "muster",
      clientSecret: "another secret",
      rules: [{ claim: null, teamId: resourceSlug, role: "Team Member" }],
    },
    status: 400,
  }),
  "identity.remove": plain,
  "identity.test": () => ({ status: 400 }),
  "identity.addDomain": () => ({ body: { domain: `${randomUUID()}.example.test` } }),
  // No name server is asked for a domain that was not added.
  "identity.verifyDomain": () => ({ body: { domain: "unknown.example.test" }, status: 404 }),
  "identity.removeDomain": ({ orgId }) => ({ body: { domain: toOwnDomain(orgId) } }),
  "identity.addToken": plain,
  "identity.removeToken": plain,

  "inbox.list": (ids) => [{}, { query: { before: ids.requestId } }, { query: { mine: "true" } }],

  "providers.list": list("providerId"),
  "providers.get": plain,
  // Nothing answers at its address.
  "providers.models": () => ({ status: 400 }),
  "providers.add": () => ({ body: { name: "Added", type: "demo" } }),
  "providers.test": ({ providerId }) => ({ body: { type: "ollama", providerId } }),
  "providers.edit": () => ({ body: { name: "Renamed" } }),
  "providers.remove": () => ({ body: { force: true } }),
  "models.list": (ids) => [...[list("modelId")(ids)].flat(), { query: { providerId: ids.providerId } }],
  "models.get": plain,
  "models.weights": () => ({ query: { model: "fast-bge-small-en" } }),
  // The installation's, not a team's: nobody holds what is not there.
  "models.downloadWeights": () => ({ body: { model: "fast-bge-small-en" } }),
  "models.cancelDownload": () => ({ body: { model: "fast-bge-small-en" } }),
  "models.defaults": plain,
  "models.add": ({ providerId }) => ({ body: { name: "Added", model: "llama3", providerId, force: true } }),
  "models.test": ({ modelId, providerId }) => [
    { body: { type: "ollama", model: "llama3", modelId } },
    { body: { providerId, model: "llama3", modelId } },
  ],
  "models.edit": ({ providerId }) => ({ body: { name: "Renamed", providerId, force: true } }),
  "models.duplicate": plain,
  "models.setDefault": ({ modelId }) => ({ body: { modelId, modelType: "llm" } }),
  "models.remove": () => ({ body: { force: true } }),

  "notifications.list": list("notificationId"),
  "notifications.seen": ({ notificationId, resourceSlug }) => ({
    body: { notificationIds: [notificationId], resourceSlug },
  }),
  "notifications.seenOwn": ({ notificationId }) => ({
    body: { notificationIds: [notificationId] },
    status: 404,
    stranger: 404,
  }),

  "samples.add": () => ({ makes: [Permission.CREATE_AGENT, Permission.CREATE_MODEL], status: 403, owner: 200 }),
  // What the caller may not add is left out.
  "samples.prepare": () => ({ body: { template: "support" } }),

  // The team has an app that answers from the data source.
  "samples.ask": plain,

  "reference.openapi": plain,
  "registration.get": plain,

  "security.get": plain,
  "security.edit": () => ({ body: { name: "Renamed" } }),
  // Once it is changed, by one of many, it is taken: tests/api/email-change.test.ts changes.
  "security.changeEmail": () => ({ body: { email: "no address" }, status: 400 }),
  "security.cancelEmail": () => ({ body: { token: "unknown" }, status: 400 }),
  // With one they would be asked for it from then on.
  "security.setPassword": () => ({ body: { password: "password1234" }, status: 400 }),
  "security.beginTwoFactor": plain,
  "security.turnOnTwoFactor": () => ({ body: { code: "no code" }, status: 400 }),
  "security.turnOffTwoFactor": () => ({ status: 409 }),
  "security.renewCodes": () => ({ status: 409 }),
  // Of one member alone: for everybody else it does not exist.
  "security.endSession": () => ({ status: 404, stranger: 404 }),
  "security.endOthers": plain,
  "security.export": plain,
  // Its address is not known here: tests/api/account-deletion.test.ts deletes.
  "security.remove": () => ({ body: { email: "nobody@example.test" }, status: 400 }),

  "sessions.list": (ids) => [{}, { query: { before: ids.sessionId } }, { query: { appId: ids.appId } }],
  "sessions.get": plain,
  "sessions.versions": ({ messageId }) => ({ query: { messageId } }),
  "sessions.messages": ({ messageId }) => [{}, { query: { messageId } }, { query: { before: messageId } }],
  "sessions.log": plain,
  "sessions.events": plain,
  // A link is for visitors.
  "sessions.add": ({ appId, shareId }) => [{ body: { id: appId } }, { body: { id: appId, shareId }, status: 400 }],
  "sessions.edit": () => ({ body: { name: "Renamed" } }),
  "sessions.start": ({ fileId, messageId, requestId }) => [
    { body: { message: "Hi", fileIds: [fileId], replaces: messageId } },
    // Its run has ended.
    { body: { requestId, decision: "approve" }, status: 409 },
  ],
  "sessions.cancel": plain,
  "sessions.feedback": ({ messageId }) => ({ body: { messageId, value: -1, reason: "Wrong" } }),
  "sessions.addFile": () => ({ form: () => fileForm("notes.txt", "Text") }),
  "sessions.file": plain,
  "sessions.remove": plain,

  "shares.list": (ids) => [{}, { query: { before: ids.shareId } }, { query: { appId: ids.appId } }],
  "shares.get": plain,
  "shares.add": ({ appId, assetId }) => ({ body: { appId, iconId: assetId, password: goodPassword } }),
  "shares.edit": ({ assetId }) => ({
    body: { expiresAt: null, linkMessagesPerDay: 10, iconId: assetId, accent: "#2563eb" },
  }),
  "shares.remove": plain,

  "plans.get": plain,

  "mcp.send": () => ({ body: { jsonrpc: "2.0", id: 1, method: "tools/list" } }),
  "openai.models": plain,
  "openai.model": plain,
  "openai.completeChat": () => ({ body: { messages: [{ role: "user", content: "Hello" }] } }),
  "openai.createResponse": () => ({ body: { input: "Hello" } }),
  "openai.getResponse": () => [{}, { query: { stream: "true", starting_after: "1" } }],
  "openai.cancelResponse": plain,
  "openai.deleteResponse": plain,
  "publications.list": list("publicationId", "appId"),
  "publications.get": plain,
  "publications.calls": ({ publicationCallId }) => [{}, { query: { before: publicationCallId } }],
  // Only team admins choose someone else, and only they and the principal change it.
  "publications.add": ({ appId, memberId }) => [
    { body: { name: "Publication", appId } },
    { body: { name: "Publication", appId, principalId: memberId }, status: 400, owner: 200 },
  ],
  "publications.edit": ({ memberId }) => [
    { body: { name: "Renamed", principalId: memberId }, status: 403, owner: 200 },
    { body: { enabled: false } },
  ],
  "publications.addKey": ({ publicationKeyId }) => ({ body: { replaces: publicationKeyId }, status: 403, owner: 200 }),
  "publications.revokeKey": plain,
  // It has none: tests/api/publications.test.ts rotates.
  "publications.rotateSecret": () => ({ status: 403, owner: 409 }),
  "publications.rotateIdentity": () => ({ status: 403, owner: 409 }),
  "publications.remove": plain,
  // By senders who sign: tests/api/publications-webhook.test.ts.
  "webhooks.receive": () => ({ body: { message: "Hello" }, status: 404 }),
  "webhooks.get": plain,
  "webhooks.edit": () => ({ body: { mode: "sync" }, status: 403, owner: 200 }),
  "webhooks.deliveries": list("webhookDeliveryId"),
  "webhooks.payload": plain,
  // Its webhook is off.
  "webhooks.resend": () => ({ status: 403 }),
  "webhooks.callbacks": list("webhookCallbackId"),
  "webhooks.resendCallback": plain,

  "transfers.export": () => [{}, { query: { format: "crewai" } }],
  "transfers.exportReport": () => ({ query: { format: "openai-agents" } }),
  "transfers.preview": (ids) => ({ body: file(ids) }),
  // Its preview was not looked at: tests/api/transfers.test.ts imports.
  "transfers.import": (ids) => ({ body: { ...file(ids), fingerprint: "unknown" }, status: 409 }),
  "transfers.steps": plain,
  // Ids of steps: tests/api/import-steps.test.ts.
  "transfers.tickStep": () => ({ body: { step: "agent", done: true }, status: 404 }),
  "transfers.dismissSteps": plain,

  "usage.get": plain,
  "usage.csv": plain,

  "oauthServer.resource": () => ({ status: 404 }),
  "oauthServer.metadata": plain,
  // By clients: tests/api/publications-oauth.test.ts.
  "oauthServer.register": () => ({ body: { redirect_uris: ["https://client.example/callback"] }, status: 201 }),
  "oauthServer.token": () => ({ body: { grant_type: "refresh_token" }, status: 415 }),
  "oauthServer.revoke": () => ({ body: { token: "unknown" }, status: 415 }),
  "oauthServer.request": (ids) => ({ body: authorization(ids), stranger: 200 }),
  // Its MCP server is off.
  "oauthServer.authorize": (ids) => ({ body: authorization(ids), status: 403 }),
  "oauthServer.grants": list("oauthGrantId"),
  "oauthServer.revokeGrant": plain,

  "oauth.ways": plain,
  // Set up by tests/api/oauth.test.ts.
  "oauth.start": () => ({ body: { provider: "google" }, status: 404 }),
  "oauth.finish": () => ({ body: { code: "unknown", state: "unknown" }, status: 400 }),
  "oauth.unlink": () => ({ body: { provider: "google" }, status: 404 }),

  // By clients of a token, and by no one else: tests/api/scim.test.ts.
  "scim.config": plain,
  "scim.resourceTypes": plain,
  "scim.resourceType": plain,
  "scim.schemas": plain,
  "scim.schema": plain,
  "scim.listUsers": plain,
  "scim.getUser": plain,
  "scim.addUser": () => ({ body: { userName: `${randomUUID()}@example.test` } }),
  "scim.replaceUser": () => ({ body: { userName: `${randomUUID()}@example.test` } }),
  "scim.patchUser": () => ({ body: { Operations: [{ op: "replace", value: { active: false } }] } }),
  "scim.removeUser": plain,
  "scim.listGroups": plain,
  "scim.getGroup": plain,
  "scim.addGroup": () => ({ body: { displayName: randomUUID() } }),
  "scim.replaceGroup": () => ({ body: { displayName: randomUUID() } }),
  "scim.patchGroup": () => ({ body: { Operations: [{ op: "replace", value: { displayName: randomUUID() } }] } }),
  "scim.removeGroup": plain,

  // Set up by tests/api/sso.test.ts.
  "sso.start": ({ orgId }) => [
    { body: { email: "nobody@example.test" }, status: 400, stranger: 400 },
    { body: { orgId }, status: 400, stranger: 400 },
  ],
  "sso.finish": () => ({ body: { code: "unknown", state: "unknown" }, status: 400 }),
  "sso.link": () => ({ body: { ticket: "unknown", password: goodPassword }, status: 400 }),

  "orgs.get": ({ memberId }) => [{}, { query: { before: memberId } }],
  "orgs.member": plain,
  "orgs.editMember": () => ({ body: { permission_bit_52: "on" } }),
  "orgs.invite": () => ({ body: invited("Org Member") }),
  "orgs.removeMember": ({ memberId }) => ({ body: { memberId } }),
  "orgs.add": () => ({ body: { name: "Another organization" } }),
  "orgs.edit": () => ({ body: { name: "Renamed" } }),
  "orgs.leave": () => ({ owner: 409 }),
  "orgs.transfer": ({ memberId }) => ({ body: { memberId } }),
  // Its name is not known here: tests/api/teams.test.ts deletes.
  "orgs.remove": () => ({ body: { name: "another name" }, status: 400 }),

  "telemetry.get": plain,
  "telemetry.edit": () => ({ body: { endpoint: "http://127.0.0.1:9", headers: "x-key: a-key-of-their-own" } }),
  // Nothing listens there.
  "telemetry.test": () => ({ body: { endpoint: "http://127.0.0.1:9", headers: "x-key: a-key-of-their-own" } }),

  "teams.get": ({ memberId }) => [{}, { query: { before: memberId } }],
  "teams.member": plain,
  "teams.granters": plain,
  "teams.editMember": () => ({ body: { permission_bit_60: "on" } }),
  // Nobody hands on what they do not hold.
  "teams.invite": () => ({ body: invited("Team Member"), status: 403, owner: 200 }),
  "teams.removeMember": ({ memberId }) => ({ body: { memberId } }),
  "teams.edit": () => ({ body: { name: "Renamed" } }),
  "teams.leave": () => ({ owner: 409 }),
  "teams.transfer": ({ memberId }) => ({ body: { memberId } }),
  "teams.remove": () => ({ body: { name: "another name" }, status: 400 }),
  "teams.retention": plain,
  "teams.editRetention": () => ({ body: { days: 30 } }),
  "teams.add": () => ({ body: { name: "Another team" } }),

  "tasks.list": (ids) => [...[list("taskId", "agentId")(ids)].flat(), { query: { ids: ids.taskId } }],
  "tasks.get": plain,
  // Nothing is called so.
  "tasks.find": ({ sessionId }) => ({ query: { name: "No such task", sessionId }, status: 404 }),
  "tasks.add": (ids) => ({ body: task(ids) }),
  "tasks.edit": (ids) => ({ body: task(ids) }),
  "tasks.duplicate": plain,
  "tasks.remove": () => ({ body: { force: true } }),

  "testsets.list": ({ testsetId, agentId, appId }) => [
    { query: { agentId } },
    { query: { appId } },
    { query: { before: testsetId } },
  ],
  "testsets.get": plain,
  "testsets.revisions": plain,
  // The message is a question.
  "testsets.recordCase": ({ sessionId, messageId }) => ({ query: { sessionId, messageId }, status: 400 }),
  "testsets.add": ({ agentId, appId, ...ids }) => [
    { body: { agentId, ...testset(ids) }, needs: Permission.EDIT_AGENT },
    { body: { appId, ...testset(ids) }, needs: Permission.EDIT_APP },
  ],
  "testsets.edit": (ids) => ({ body: testset(ids), ...ofTestSet }),
  "testsets.addCases": () => ({ body: { cases: [{ input: "Where?" }] }, ...ofTestSet }),
  "testsets.readCases": () => ({ body: { filename: "cases.csv", text: "input,output\nWhere?,Here" } }),
  "testsets.estimate": ({ modelId, testcaseId }) => ({ body: { modelId, caseIds: [testcaseId] }, ...ofTestSet }),
  "testsets.run": ({ modelId, testcaseId }) => ({ body: { repeat: 1, modelId, caseIds: [testcaseId] }, ...ofTestSet }),
  "testsets.remove": () => ofTestSet,

  "evaluations.list": ({ evaluationId, testsetId, agentId, appId }) => [
    { query: { testsetId } },
    { query: { agentId } },
    { query: { appId } },
    { query: { before: evaluationId } },
  ],
  "evaluations.get": plain,
  "evaluations.compare": ({ evaluationId }) => ({ query: { with: evaluationId } }),
  "evaluations.csv": plain,
  "evaluations.junit": plain,
  "evaluations.cancel": () => ofTestSet,
  "evaluations.label": ({ attemptId }) => ({ body: { attemptId, correct: true }, ...ofTestSet }),

  "feedback.get": ({ agentId, appId }) => [{}, { query: { agentId, appId } }],
  "feedback.list": ({ agentId, appId }) => [{}, { query: { agentId, appId, revision: "1", value: "1" } }],

  "tools.list": list("toolId", "datasourceId"),
  "tools.get": plain,
  "tools.revision": plain,
  "tools.recorded": plain,
  "tools.add": (ids) => ({ body: { ...tool(ids), type: "rag" } }),
  "tools.edit": (ids) => ({ body: tool(ids) }),
  "tools.duplicate": plain,
  "tools.remove": () => ({ body: { force: true } }),
  "tools.test": ({ revisionId }) => [
    { body: { args: { query: "Where?" } } },
    { body: { args: { query: "Where?" }, revisionId } },
  ],
  "tools.tryOut": ({ datasourceId }) => ({
    body: { type: "rag", definition: { datasourceId }, args: { query: "Where?" } },
  }),
  "tools.readDocument": () => ({ body: { document: JSON.stringify(service) } }),
  // Nobody is there.
  "tools.discover": ({ toolId }) => ({ body: { url: "http://127.0.0.1:9/mcp", toolId }, status: 400 }),
  "tools.compare": ({ revisionId }) => ({ body: { revisionId, confirm: true } }),
  "tools.addInput": () => ({ body: { name: "Input", args: {} } }),
  "tools.removeInput": plain,
  "tools.applyRevision": plain,
  "tools.removeRevision": () => ({ body: {} }),

  "trash.list": ({ trashId }) => [{}, { query: { before: trashId } }, { query: { type: "variable" } }],
  // Of a variable.
  "trash.restore": () => ({ needs: Permission.CREATE_VARIABLE, ofItem: true }),
  "trash.remove": () => ({ needs: Permission.DELETE_VARIABLE, ofItem: true }),
  "trash.empty": plain,

  "trials.get": plain,
  // There is one.
  "trials.start": () => ({ body: { chunking: { strategy: "markdown", size: 200, overlap: 0 } }, status: 409 }),
  "trials.stop": plain,
  "trials.resume": plain,
  "trials.run": () => ({ body: {} }),
  "trials.use": plain,
  "trials.discard": plain,

  "variables.list": (ids) => [
    {},
    { query: { before: ids.variableId } },
    { query: { names: "customer", ids: ids.variableId, secret: "false" } },
  ],
  "variables.get": plain,
  "variables.add": () => ({
    body: { name: `customer-${randomUUID()}`, defaultValue: "Grace", description: "Who asks" },
  }),
  "variables.edit": () => ({ body: { defaultValue: "another value" } }),
  "variables.duplicate": plain,
  "variables.remove": () => ({ body: { force: true } }),

  "vectordbs.list": (ids) => [{}, { query: { before: ids.vectorDbId } }, { query: { type: "qdrant" } }],
  "vectordbs.get": plain,
  "vectordbs.add": () => ({ body: { ...unreached, name: "Vectors", force: true } }),
  // Answered with what stands in the way: nothing listens there.
  "vectordbs.test": ({ vectorDbId }) => [{ body: unreached }, { body: { ...unreached, vectorDbId } }],
  "vectordbs.edit": () => ({ body: { name: "Renamed" } }),
  "vectordbs.duplicate": plain,
  "vectordbs.remove": () => ({ body: { force: true } }),
};
