import { assets } from "@/lib/contract/assets/schemas";
import { type Endpoint, fillPath } from "@/lib/contract/base/endpoint";
import { cases } from "@/lib/contract/cases/schemas";
import { datasources } from "@/lib/contract/datasources/schemas";
import { models } from "@/lib/contract/models/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { tools } from "@/lib/contract/tools/schemas";
import { vectordbs } from "@/lib/contract/vectordbs/schemas";
import { callAs } from "../client";
import { documentsOf, formOf } from "../datasources";
import { fileForm } from "../matrix/furnished-team";
import { newApp, newSession } from "../sessions";
import { functionTool } from "../tools";
import { type Gate, gatedLock, gatedServer, gatedUpload } from "./gates";
import { made, type Stage, type Waiting } from "./stage";

type Params = Record<string, string>;

/** A call that waits: for the rest of its body, for another server, or for a lock. */
export interface SlowCall {
  name: string;
  /** Begins it with this token; returns once it waits. */
  begin: (stage: Stage, token: string) => Promise<Waiting>;
  /** It only answers: without a loss nothing is stored either. */
  reads?: true;
  /** It waits with a lock of the team's rows. */
  locks?: true;
  /** Every member may make it, whatever their permissions. */
  anyMember?: true;
}

const person = ({ ownerToken, slug }: Stage) => ({ token: ownerToken, slug }) as Parameters<typeof newApp>[0];
const send = (stage: Stage, token: string, endpoint: Endpoint, body: object, params: Params = {}) =>
  callAs(endpoint, { token, params: { resourceSlug: stage.slug, ...params } as never, body: { ...body } });

async function behind(gate: Gate, reply: Waiting["reply"]): Promise<Waiting> {
  // A call that never waits says why.
  await Promise.race([
    gate.reached,
    reply.then(({ status, body }) => {
      throw new Error(`It did not wait: ${status} ${JSON.stringify(body)}`);
    }),
  ]);
  return { reply, release: gate.release };
}

async function uploading(stage: Stage, token: string, endpoint: Endpoint, form: FormData, params: Params = {}) {
  const path = fillPath(endpoint.path, { resourceSlug: stage.slug, ...params });
  const upload = await gatedUpload({ path, token, form });
  return behind(upload, upload.reply);
}

/** As Ollama and Qdrant answer what they do not know: connections are saved all the same where they are forced. */
const unknown = () =>
  gatedServer((_, response) => response.writeHead(500, { "content-type": "application/json" }).end("{}"));
const ollama = (url: string) => ({
  name: "Model",
  type: "ollama",
  model: "llama3:8b",
  modelType: "llm",
  config: { base_url: url },
  force: true,
});
const qdrant = (url: string) => ({ name: "Vectors", type: "qdrant", url, config: { api_key: "a-key" }, force: true });
const openApi = (url: string) => ({
  openapi: "3.1.0",
  info: { title: "Quay", version: "1" },
  servers: [{ url }],
  paths: { "/boats": { get: { operationId: "boats" } } },
});
const httpTool = (url: string) => ({
  source: "openapi",
  document: JSON.stringify(openApi(url)),
  operations: ["boats"],
  auth: { type: "none" },
});

const nowhere = "http://127.0.0.1:9";
const idOf = async (reply: Promise<Record<string, unknown>>, name = "_id") => String((await reply)[name]);

const embedding = (stage: Stage) =>
  idOf(made(stage, models.add, { name: "Embeddings", type: "demo", model: "demo-embed", modelType: "embedding" }));
const source = async (stage: Stage) =>
  idOf(made(stage, datasources.upload, formOf({ "a.txt": "The quay." }, { embeddingModelId: await embedding(stage) })));

const uploads: SlowCall[] = [
  {
    name: "assets.add",
    begin: (stage, token) => uploading(stage, token, assets.add, fileForm("icon.png")),
  },
  {
    name: "datasources.upload",
    begin: async (stage, token) => {
      const form = formOf({ "b.txt": "The pier.".repeat(1_000) }, { embeddingModelId: await embedding(stage) });
      return uploading(stage, token, datasources.upload, form);
    },
  },
  {
    name: "datasources.preview",
    begin: (stage, token) => uploading(stage, token, datasources.preview, formOf({ "b.txt": "The pier." })),
    reads: true,
  },
  {
    name: "sessions.addFile",
    anyMember: true,
    begin: async (stage, token) => {
      const sessionId = await newSession(person(stage), await newApp(person(stage)));
      return uploading(stage, token, sessions.addFile, fileForm("notes.txt", "Text"), { sessionId });
    },
  },
];

/** One that asks a server of the test's: `body` of the server's address, `params` of what is made before. */
interface Asking {
  endpoint: Endpoint;
  body: (url: string) => object;
  params?: (stage: Stage, url: string) => Promise<Params>;
  server?: () => ReturnType<typeof gatedServer>;
  reads?: true;
  anyMember?: true;
}

const asking = ({ endpoint, body, params = async () => ({}), server = unknown, ...rest }: Asking): SlowCall => ({
  name: endpoint.name,
  ...rest,
  begin: async (stage, token) => {
    const gate = await server();
    const ids = await params(stage, gate.url);
    gate.arm();
    return behind(gate, send(stage, token, endpoint, body(gate.url), ids));
  },
});

const httpToolOf = async (stage: Stage, url: string) => ({
  toolId: await idOf(made(stage, tools.add, { name: "Quay", type: "http", definition: httpTool(url) })),
});

/** A datasource in a team whose default chat model is asked before each search. */
async function thinkingSource(stage: Stage, url: string): Promise<Params> {
  const modelId = await idOf(made(stage, models.add, ollama(url)));
  await made(stage, models.setDefault, { modelId, modelType: "llm" });
  return { datasourceId: await source(stage) };
}

const site = () =>
  gatedServer((_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<title>Quay</title><p>The quay closes at ten.</p>"),
  );

const others: SlowCall[] = [
  asking({ endpoint: models.add, body: ollama }),
  asking({ endpoint: models.test, body: ollama, reads: true }),
  asking({
    endpoint: models.edit,
    body: (url) => ({ config: { base_url: url }, force: true }),
    params: async (stage) => ({ modelId: await idOf(made(stage, models.add, ollama(nowhere))) }),
  }),
  asking({ endpoint: vectordbs.add, body: qdrant }),
  asking({ endpoint: vectordbs.test, body: qdrant, reads: true }),
  asking({
    endpoint: vectordbs.edit,
    body: qdrant,
    params: async (stage) => ({ vectorDbId: await idOf(made(stage, vectordbs.add, qdrant(nowhere))) }),
  }),
  asking({
    endpoint: datasources.test,
    server: site,
    body: (url) => ({ connectorId: "website", name: "Site", description: "", config: { url, delayMs: 0 } }),
  }),
  asking({
    endpoint: datasources.query,
    body: () => ({ query: "When?", retriever: { type: "multi_query" } }),
    params: thinkingSource,
    reads: true,
    anyMember: true,
  }),
  asking({
    endpoint: cases.run,
    body: () => ({ retriever: { type: "multi_query" } }),
    params: async (stage, url) => {
      const { datasourceId = "" } = await thinkingSource(stage, url);
      const [document] = await documentsOf(person(stage), datasourceId);
      await made(stage, cases.add, { query: "When?", documentIds: [document?._id] }, { datasourceId });
      return { datasourceId };
    },
    anyMember: true,
    reads: true,
  }),
  asking({
    endpoint: tools.tryOut,
    body: (url) => ({ type: "http", definition: httpTool(url), args: {} }),
    reads: true,
  }),
  asking({ endpoint: tools.test, body: () => ({ args: {} }), params: httpToolOf, reads: true }),
  asking({ endpoint: tools.readDocument, body: (url) => ({ address: `${url}/openapi.json` }), reads: true }),
  asking({ endpoint: tools.discover, body: (url) => ({ url: `${url}/mcp` }), reads: true }),
];

/** Calls that look at something for long, and then write: their transactions wait for a row that the test holds. */
const locked: SlowCall[] = [
  {
    name: tools.add.name,
    locks: true,
    begin: async (stage, token) => {
      const gate = await gatedLock("select pg_advisory_xact_lock(6, hashtext($1))", [stage.slug]);
      return behind(gate, send(stage, token, tools.add, { name: "Quay", type: "http", definition: httpTool(nowhere) }));
    },
  },
  {
    name: tools.edit.name,
    locks: true,
    begin: async (stage, token) => {
      const toolId = await idOf(made(stage, tools.add, functionTool()));
      const gate = await gatedLock("select from tools where id = $1 for update", [toolId]);
      return behind(gate, send(stage, token, tools.edit, functionTool({ timeoutMs: 1_000 }), { toolId }));
    },
  },
  {
    name: tools.applyRevision.name,
    locks: true,
    begin: async (stage, token) => {
      const toolId = await idOf(made(stage, tools.add, functionTool()));
      const { revisionId } = await made(
        stage,
        tools.edit,
        { ...functionTool({ timeoutMs: 1_000 }), apply: false },
        { toolId },
      );
      const gate = await gatedLock("select from tools where id = $1 for update", [toolId]);
      return behind(gate, send(stage, token, tools.applyRevision, {}, { revisionId: String(revisionId) }));
    },
  },
  {
    name: datasources.edit.name,
    locks: true,
    begin: async (stage, token) => {
      const datasourceId = await source(stage);
      const gate = await gatedLock("select from datasources where id = $1 for update", [datasourceId]);
      return behind(gate, send(stage, token, datasources.edit, { name: "Renamed" }, { datasourceId }));
    },
  },
];

export const slowCalls: SlowCall[] = [...uploads, ...others, ...locked];
