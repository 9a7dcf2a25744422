import "@/lib/server/resources/tools/agent-tools";
import { afterAll, beforeAll, expect, it } from "vitest";
import { apps } from "@/lib/contract/apps/schemas";
import { telemetry } from "@/lib/contract/telemetry/schemas";
import { startIngestWorker } from "@/lib/server/engine/knowledge/pipeline/ingest-worker";
import { provideObserver } from "@/lib/server/engine/runs/observe/observer";
import { startTelemetry } from "@/lib/server/main/telemetry";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { callAs, expectOk, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { ready, upload } from "../support/datasources";
import { openAiForAll } from "../support/open-ai";
import { newWriter, type Prompted, started } from "../support/process-runs";
import { readSession, settled } from "../support/sessions";
import { type CollectedSpan, type Collector, startCollector } from "../support/standins/collector";
import { newAgent, newProcess, newTask } from "../support/tasks";
import { functionTool, madeTool } from "../support/tools";

ownDatabase();

const standin = openAiForAll();
let server: Collector;
let ofOrg: Collector;
let flush: () => Promise<void>;
let ingest: { stop(): Promise<void> };
beforeAll(async () => {
  [server, ofOrg] = [await startCollector(), await startCollector()];
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: server.url,
    OTEL_EXPORTER_OTLP_HEADERS: "x-key=of%20server",
    OTEL_SERVICE_NAME: "console",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
    OUTBOUND_ALLOW: "127.0.0.1",
  });
  forgetEnv();
  flush = await startTelemetry(await testDatabase());
  ingest = startIngestWorker((await testDatabase()).db, { pollMs: 100, heartbeatMs: 500 });
});
afterAll(async () => {
  provideObserver(undefined);
  await Promise.all([ingest.stop(), flush()]);
  await Promise.all([server.close(), ofOrg.close()]);
  for (const name of Object.keys(process.env)) if (name.startsWith("OTEL_")) delete process.env[name];
  forgetEnv();
});

const setCollector = (person: Person, body: object) =>
  expectOk(
    callAs(telemetry.edit, {
      token: person.token,
      params: { resourceSlug: person.slug },
      body: { endpoint: ofOrg.url, headers: "Authorization: Bearer of-org", ...body },
    }),
  );

/** A chat whose agent searches a document and doubles a number. */
async function chat(message: string) {
  const { person, modelId } = await newWriter(standin().key);
  const { datasourceId, toolId } = await upload(person, { "harbor.txt": "The harbor closes at nine." });
  await ready(person, datasourceId);
  const doubler = await madeTool(person, functionTool({}, { functionName: "doubler" }));
  const agentId = await newAgent(person, "Guide", modelId, { toolIds: [toolId, doubler] });
  const body = { name: "Help desk", type: "chat", sharingMode: "team", agentId } as const;
  const to = { token: person.token, params: { resourceSlug: person.slug } };
  const { _id: appId } = await expectOk(callAs(apps.add, { ...to, body }));
  standin().behave((request) => {
    const { messages, tools } = request.body as unknown as Prompted & { tools: { function: { name: string } }[] };
    const [search = ""] = tools.map((tool) => tool.function.name).filter((name) => name !== "doubler");
    if (messages.some(({ role }) => role === "tool")) return { text: "It closes at nine, and twice 21 is 42." };
    return {
      tools: [
        { name: search, input: { query: "When does the harbor close?" } },
        { name: "doubler", input: { n: 21 } },
      ],
    };
  });
  return {
    person,
    run: async () => {
      const sessionId = await started(person, String(appId), { message });
      await settled(person, sessionId);
      await flush();
      return sessionId;
    },
  };
}

const ofSession = ({ spans }: Collector, sessionId: string) =>
  spans.filter(({ attributes }) => attributes["gen_ai.conversation.id"] === sessionId);

/** `name (children)`, by name. */
function toTree(spans: CollectedSpan[], parentId = ""): string[] {
  return spans
    .filter(({ parentSpanId }) => parentSpanId === parentId)
    .sort((one, other) => one.name.localeCompare(other.name))
    .map(({ name, spanId }) => {
      const children = toTree(spans, spanId);
      return children.length > 0 ? `${name} (${children.join(", ")})` : name;
    });
}

const find = (spans: CollectedSpan[], name: string) => spans.find((span) => span.name.startsWith(name));

it("sends a run's spans as a tree with the attributes of the conventions, without contents", async () => {
  const { run } = await chat("Ask me about the harbor.");
  const sessionId = await run();
  const spans = ofSession(server, sessionId);
  expect(toTree(spans)).toEqual([
    "invoke_agent Guide (chat gpt-4o, chat gpt-4o, execute_tool doubler, execute_tool search_harbor (retrieval harbor))",
  ]);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  const root = find(spans, "invoke_agent");
  expect(root?.attributes).toMatchObject({
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": "Guide",
    "gen_ai.agent.id": expect.stringMatching(/^agent_/),
    "gen_ai.provider.name": "openai",
    "muster.app.name": "Help desk",
    "muster.run.status": "completed",
  });
  expect(root?.resource).toMatchObject({
    "service.name": "console",
    "service.version": expect.any(String),
    "service.instance.id": expect.any(String),
    "deployment.environment.name": "test",
  });
  const step = find(spans, "chat");
  expect(step?.kind).toBe("SPAN_KIND_CLIENT");
  expect(step?.attributes).toMatchObject({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "openai",
    "gen_ai.request.model": "gpt-4o",
    "gen_ai.response.model": "gpt-4o",
    "gen_ai.response.finish_reasons": ["tool-calls"],
    "gen_ai.usage.input_tokens": expect.any(Number),
    "gen_ai.usage.output_tokens": expect.any(Number),
    "gen_ai.response.time_to_first_chunk": expect.any(Number),
  });
  expect(find(spans, "execute_tool doubler")?.attributes).toMatchObject({
    "gen_ai.tool.name": "doubler",
    "gen_ai.tool.type": "function",
    "gen_ai.tool.call.id": expect.stringMatching(/^call_/),
    "muster.tool.revision": 1,
  });
  expect(find(spans, "execute_tool search_harbor")?.attributes["gen_ai.tool.type"]).toBe("datastore");
  expect(find(spans, "retrieval")?.attributes["muster.retrieval.passages"]).toBeGreaterThan(0);
  for (const span of spans) {
    expect(span.end).toBeGreaterThanOrEqual(span.start);
    expect(span.end).toBeLessThanOrEqual(root?.end ?? 0);
  }
  const sent = JSON.stringify(spans);
  expect(sent).not.toMatch(
    /closes at nine|about the harbor|messages|instructions|arguments|call\.result|query|documents/,
  );
  expect(server.requests.every(({ headers }) => headers["x-key"] === "of server")).toBe(true);
});

it("measures tokens and durations", async () => {
  const { run } = await chat("Measure.");
  await run();
  const metrics = new Set(server.points.map(({ metric, unit }) => `${metric} ${unit}`));
  expect([...metrics].sort()).toEqual([
    "gen_ai.client.operation.duration s",
    "gen_ai.client.operation.time_to_first_chunk s",
    "gen_ai.client.token.usage {token}",
  ]);
  const tokens = server.points.filter(({ metric }) => metric === "gen_ai.client.token.usage");
  expect(tokens.map(({ attributes }) => attributes["gen_ai.token.type"]).sort()).toEqual(["input", "output"]);
  expect(tokens[0]?.attributes).toMatchObject({ "gen_ai.provider.name": "openai", "gen_ai.request.model": "gpt-4o" });
  expect(tokens.every(({ sum }) => sum > 0)).toBe(true);
});

it("sends contents to an organization that chose so, with its headers and nobody else's spans", async () => {
  const { person, run } = await chat("When does the harbor close?");
  await setCollector(person, { includeContents: true });
  const sessionId = await run();
  const other = await chat("Nobody's business.");
  await other.run();
  expect(new Set(ofOrg.spans.map(({ attributes }) => attributes["gen_ai.conversation.id"]))).toEqual(
    new Set([sessionId]),
  );
  expect(ofOrg.requests.every(({ headers }) => headers.authorization === "Bearer of-org")).toBe(true);
  const spans = ofSession(ofOrg, sessionId);
  expect(spans).toHaveLength(ofSession(server, sessionId).length);
  const last = spans.filter(({ name }) => name.startsWith("chat")).at(-1);
  expect(JSON.parse(String(last?.attributes["gen_ai.output.messages"]))).toEqual([
    {
      role: "assistant",
      parts: [{ type: "text", content: "It closes at nine, and twice 21 is 42." }],
      finish_reason: "stop",
    },
  ]);
  expect(String(last?.attributes["gen_ai.input.messages"])).toContain("When does the harbor close?");
  expect(String(last?.attributes["gen_ai.system_instructions"])).toContain("a Guide");
  expect(find(spans, "execute_tool doubler")?.attributes).toMatchObject({
    "gen_ai.tool.call.arguments": '{"n":21}',
    "gen_ai.tool.call.result": '{"doubled":42}',
  });
  expect(find(spans, "retrieval")?.attributes["gen_ai.retrieval.query.text"]).toBe("When does the harbor close?");
  expect(String(find(spans, "retrieval")?.attributes["gen_ai.retrieval.documents"])).toContain("closes at nine");
  expect(JSON.stringify(ofSession(server, sessionId))).not.toContain("closes at nine");
  await setCollector(person, { endpoint: "" });
  ofOrg.spans.length = 0;
  await run();
  expect(ofOrg.spans).toEqual([]);
});

it("sends a process as a workflow of agents, and an error by its kind alone", async () => {
  const { person, agentId } = await newWriter(standin().key);
  const first = await newTask(person, "Research", { agentId, description: "Find facts." });
  const second = await newTask(person, "Write", { agentId, description: "Write it up.", contextTaskIds: [first] });
  const appId = await newProcess(person, [first, second]);
  standin().behave(({ body }) =>
    JSON.stringify(body).includes("Write it up")
      ? { fault: { kind: "status", status: 401, message: "Secret words" } }
      : { text: "Ships float." },
  );
  const sessionId = await started(person, appId);
  await settled(person, sessionId);
  await flush();
  expect((await readSession(person, sessionId)).status).toBe("error");
  const spans = ofSession(server, sessionId);
  expect(toTree(spans)).toEqual([
    "invoke_workflow Process (invoke_agent Writer (chat gpt-4o), invoke_agent Writer (chat gpt-4o))",
  ]);
  const failed = spans.filter(({ status }) => status.code === "STATUS_CODE_ERROR");
  expect(failed.map(({ name, attributes }) => `${name} ${attributes["error.type"]}`).sort()).toEqual([
    "chat gpt-4o auth",
    "invoke_agent Writer task_failed",
    "invoke_workflow Process auth",
  ]);
  expect(JSON.stringify(failed)).not.toContain("Secret words");
  expect(find(spans, "invoke_workflow")?.attributes["gen_ai.workflow.name"]).toBe("Process");
});
