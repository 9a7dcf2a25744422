import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { maxRequestBytes as maxBytes } from "@/lib/constants/publications";
import { newPerson, send } from "../support/client";
import { longestBlock } from "../support/loop-delay";
import { openAiForAll } from "../support/open-ai";
import { openAiClient } from "../support/openai";
import { pixel } from "../support/pixel";
import { publish, readCalls } from "../support/publications";
import { collect, readTexts } from "../support/response-events";
import { newApp } from "../support/sessions";
import { newAgent, newModel, newProcess, newTask, newVariable } from "../support/tasks";

openAiForAll();

it("keeps the event loop free for the largest requests", async () => {
  const own = await publish(await newPerson(), { maxBytes });
  const image = Buffer.concat([pixel, randomBytes(10 * 1024 * 1024)]).toString("base64");
  const picture = { type: "image_url", image_url: { url: `data:image/png;base64,${image}` } };
  const text = "The quay closes at ten. ".repeat(160_000);
  const bodies: [string, object][] = [
    ["an image", [{ role: "user", content: [{ type: "text", text: "Look" }, picture] }]],
    [
      "long texts",
      [
        { role: "assistant", content: text },
        { role: "user", content: "Hello" },
      ],
    ],
    ["text that is too long", [{ role: "user", content: "x".repeat(maxBytes - 100) }]],
    ["many parts", Array(1_900).fill({ role: "user", content: Array(40).fill({}) })],
  ].map(([title, messages]) => [title as string, { messages }]);
  const replies: [number, string][] = [];
  for (const [title, body] of bodies) {
    const sent = JSON.stringify(body);
    const headers = { "idempotency-key": title.replaceAll(" ", "-") };
    const { result, blockedMs } = await longestBlock(() =>
      send("POST", "/v1/chat/completions", sent, { token: own.key, headers }),
    );
    expect([title, blockedMs < 200], `${blockedMs} ms`).toEqual([title, true]);
    replies.push([result.status, JSON.stringify(result.body.error ?? "")]);
  }
  expect(replies.map(([status]) => status)).toEqual([200, 200, 413, 400]);
  expect(replies[2]?.[1]).toContain("text in this request");
}, 60_000);

it("runs a process, with the values that it asks for as metadata", async () => {
  const person = await newPerson();
  const modelId = await newModel(person);
  const agentId = await newAgent(person, "Writer", modelId);
  const variableId = await newVariable(person, "city");
  const taskId = await newTask(person, "Write", { agentId, description: "Describe {city}." });
  const own = await publish(person, {}, await newProcess(person, [taskId], { variableIds: [variableId] }));
  const client = openAiClient(own);
  const missing = client.responses.create({ input: "Begin" });
  await expect(missing).rejects.toMatchObject({ status: 400 });
  const stream = await client.responses.create({ input: "Begin", metadata: { city: "Ulm" }, stream: true });
  const events = await collect(stream);
  expect(events.at(-1)?.type).toBe("response.completed");
  expect([...readTexts(events).values()].join()).toContain("demo");
  expect((await readCalls(own)).map(({ status }) => status)).toEqual(["completed", "refused"]);
});

it("goes on without the client where the response is stored", async () => {
  const person = await newPerson();
  const own = await publish(person, {}, await newApp(person, { model: "demo-chat:ttft=1,tps=100,words=60" }));
  const client = openAiClient(own);
  const stream = await client.responses.create({ input: "Hello", stream: true });
  const [created] = await collect(stream, ({ type }) => type === "response.output_text.delta");
  if (created?.type !== "response.created") throw new Error("No response.");
  const read = async () => (await client.responses.retrieve(created.response.id)).status;
  await expect.poll(read, { timeout: 10_000 }).toBe("completed");
  const unstored = await client.responses.create({ input: "Hello", stream: true, store: false });
  await collect(unstored, ({ type }) => type === "response.output_text.delta");
  const statuses = async () => (await readCalls(own)).map(({ status }) => status);
  await expect.poll(statuses, { timeout: 10_000 }).toEqual(["cancelled", "completed"]);
});
