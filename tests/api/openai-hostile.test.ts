import { describe, expect, it, onTestFinished } from "vitest";
import { createLogger, log } from "@/lib/server/platform/log/log";
import { provide } from "@/lib/server/platform/process/registry";
import { newPerson, send } from "../support/client";
import { openAiForAll } from "../support/open-ai";
import { openAiClient } from "../support/openai";
import { type Published, publish } from "../support/publications";

openAiForAll();

let own: Promise<Published> | undefined;
const published = () => {
  own ??= newPerson().then((person) => publish(person));
  return own;
};

const completions = "/v1/chat/completions";
const post = async (body: unknown, path = completions, headers = {}) =>
  send("POST", path, body, { token: (await published()).key, headers });
const message = { role: "user", content: "Hello" };
const nested = (depth: number): unknown => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`);

describe("a hostile request", () => {
  it.each<[string, unknown, number, RegExp]>([
    ["malformed JSON", '{"messages":[', 400, /isn't valid JSON/],
    ["no messages", {}, 400, /Send messages/],
    ["an unknown role", { messages: [{ role: "robot", content: "Hello" }] }, 400, /known role/],
    ["10,000 messages", { messages: Array(10_000).fill(message) }, 400, /up to 2,000 messages|keys/],
    ["3,000 short messages", { messages: Array(3_000).fill({ role: "user" }) }, 400, /up to 2,000 messages/],
    ["deep nesting", { messages: [message], metadata: nested(100) }, 400, /nested deeper/],
    ["many tools", { messages: [message], tools: Array(200).fill({ type: "function" }) }, 400, /up to 128 tools/],
    ["a tool of another type", { messages: [message], tools: [{ type: "web_search" }] }, 400, /type function/],
    [
      "an image of a private address",
      { messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "http://169.254.169.254/" } }] }] },
      400,
      /^Image 1 can't be downloaded: This address can't be used\.$/,
    ],
    ["an empty input", { input: "" }, 400, /Send messages, or an input/],
    [
      "an image that is none",
      {
        messages: [
          { role: "user", content: [{ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }] },
        ],
      },
      415,
      /can't be attached/,
    ],
    [
      "a file",
      { messages: [{ role: "user", content: [{ type: "file", file: { file_id: "1" } }] }] },
      400,
      /Only text and image URLs/,
    ],
    ["an assistant's last word", { messages: [message, { role: "assistant", content: "Hi" }] }, 400, /last message/],
    [
      "instructions without end",
      { messages: [{ role: "system", content: "x".repeat(70_000) }, message] },
      400,
      /64 KB/,
    ],
    ["characters that cannot be stored", { messages: [{ role: "user", content: "a\u0000b" }] }, 400, /can't be stored/],
  ])("with %s is refused with a sentence", async (_, body, status, sentence) => {
    const reply = await post(body);
    const { error } = reply.body as { error: { message: string; type: string; param: unknown; code: unknown } };
    expect([reply.status, Object.keys(error)]).toEqual([status, ["message", "type", "param", "code"]]);
    expect(error.message).toMatch(sentence);
  });

  it("with 25 MB is refused without being read", async () => {
    const large = { messages: [{ role: "user", content: "x".repeat(25 * 1024 * 1024) }] };
    const { status, body } = await post(large);
    expect([status, body]).toMatchObject([413, { error: { code: "request_too_large" } }]);
  });

  it("with a key in the address is refused, and the key is not logged", async () => {
    const { key } = await published();
    const before = log();
    const lines: string[] = [];
    provide("log", createLogger("info", { write: (line: string) => void lines.push(line) }));
    onTestFinished(() => provide("log", before));
    for (const path of [`/v1/models?key=${key}`, `/v1/models?api_key=other`]) {
      const { status, body } = await send("GET", path, undefined, { token: key });
      expect(status).toBe(400);
      expect(JSON.stringify(body)).toContain("Send the key in the Authorization header");
    }
    expect(lines.join()).toContain("openai.models");
    expect(lines.join()).not.toContain(key);
  });

  it("for another team's app, or a response of another publication, finds nothing", async () => {
    const [ours, theirs] = [await published(), await publish(await newPerson())];
    const { id } = await openAiClient(theirs).responses.create({ model: theirs.appId, input: "Hello" });
    const client = openAiClient(ours);
    const none = { status: 404 };
    await expect(client.responses.retrieve(id)).rejects.toMatchObject(none);
    await expect(client.responses.cancel(id)).rejects.toMatchObject(none);
    await expect(client.responses.delete(id)).rejects.toMatchObject(none);
    await expect(client.responses.create({ input: "Hi", previous_response_id: id })).rejects.toMatchObject(none);
    await expect(client.responses.create({ model: theirs.appId, input: "Hi" })).rejects.toMatchObject(none);
    const { id: beside } = await openAiClient(await publish(ours.person)).responses.create({ input: "Hello" });
    await expect(client.responses.retrieve(beside)).rejects.toMatchObject(none);
    await expect(client.responses.retrieve("resp_unknown")).rejects.toMatchObject(none);
  });

  it("with a session's token, an API key or none is unauthorized", async () => {
    const { person } = await published();
    for (const token of [person.token, undefined, "mpk_unknown"]) {
      const { status, body } = await send("GET", "/v1/models", undefined, { ...(token && { token }) });
      expect([status, body]).toMatchObject([401, { error: { code: "invalid_api_key" } }]);
    }
    const { status, body } = await send("POST", "/v1/embeddings", {}, { token: (await published()).key });
    expect([status, body]).toMatchObject([404, { error: { type: "invalid_request_error" } }]);
  });
});
