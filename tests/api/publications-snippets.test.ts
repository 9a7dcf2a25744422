import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { pythonLanguage } from "@codemirror/lang-python";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { buildSnippets } from "@/components/apps/publish/snippets";
import { type PublicationWay, type WebhookPreset, webhookPresets } from "@/lib/constants/publications";
import { callJson, newApp, newPerson } from "../bench/people";
import { killableServer } from "../support/killable-server";

const run = promisify(execFile);
const server = killableServer();

/** Publishes an app that says hello. Returns the examples of a way, and what their variables are set to. */
async function publishFor(way: PublicationWay, webhook?: { preset: WebhookPreset }) {
  const origin = server.current.url;
  const person = await newPerson(origin);
  const appId = await newApp(person, "demo-chat");
  const ways = { [way]: true, ...(webhook && { webhook }) };
  const add = `/${person.slug}/forms/publication/add`;
  const { _id = "", key = "", webhookSecret = "" } = await callJson(person, add, { name: "Website", appId, ways });
  const path = `/${person.slug}/publication/${_id}/calls.json`;
  return {
    key,
    snippets: buildSnippets[way]({ origin, publication: { _id, appId, ways } }),
    variables: { ...process.env, MUSTER_KEY: key, SECRET: webhookSecret },
    readCalls: async () => (await callJson<{ calls: object[] }>(person, path)).calls,
  };
}

const codeOf = (snippets: { label: string; code: string }[], label: string): string =>
  snippets.find((one) => one.label === label)?.code ?? "";

it("curl and Node.js call the OpenAI API", async () => {
  const { snippets, variables: env, readCalls } = await publishFor("openai");
  const curl = await run("bash", ["-c", codeOf(snippets, "curl")], { env });
  expect(JSON.parse(curl.stdout)).toMatchObject({ object: "chat.completion", choices: [{ finish_reason: "stop" }] });
  const node = await run(process.execPath, ["--input-type=module", "-e", codeOf(snippets, "Node.js")], { env });
  expect(node.stdout.length).toBeGreaterThan(10);
  expect(await readCalls()).toMatchObject([{ status: "completed" }, { status: "completed" }]);
}, 60_000);

it("Python's example is valid, and its request is accepted", async () => {
  const { snippets, key } = await publishFor("openai");
  const code = codeOf(snippets, "Python");
  const errors: number[] = [];
  pythonLanguage.parser.parse(code).iterate({ enter: ({ type, from }) => void (type.isError && errors.push(from)) });
  expect(errors).toEqual([]);
  const read = (name: string, value: string) => new RegExp(`${name}=(${value})`).exec(code)?.[1] ?? "";
  const response = await fetch(`${JSON.parse(read("base_url", '"[^"]*"'))}/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      model: JSON.parse(read("model", '"[^"]*"')),
      messages: JSON.parse(read("messages", "\\[.*\\]")),
      stream: read("stream", "True") === "True",
    }),
  });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  expect(await response.text()).toContain("data: [DONE]");
}, 60_000);

it("an MCP client connects with its configuration", async () => {
  const { snippets, variables } = await publishFor("mcp");
  const configuration = codeOf(snippets, "Key").replaceAll("$" + "{MUSTER_KEY}", variables.MUSTER_KEY);
  const { url, headers } = JSON.parse(configuration).mcpServers.muster;
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  expect((await client.listTools()).tools).toHaveLength(1);
  await client.close();
}, 60_000);

it.each(webhookPresets)(
  "curl sends an event signed as %s",
  async (preset) => {
    const { snippets, variables: env, readCalls } = await publishFor("webhook", { preset });
    const sent = await run("bash", ["-c", codeOf(snippets, "curl")], { env });
    expect(JSON.parse(sent.stdout)).toMatchObject({ runId: expect.any(String), url: expect.any(String) });
    expect(await readCalls()).toHaveLength(1);
  },
  60_000,
);
