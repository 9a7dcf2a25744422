import type { Response as ModelResponse } from "openai/resources/responses/responses";
import { describe, expect, it } from "vitest";
import { newPerson } from "../support/client";
import { openAiForAll } from "../support/open-ai";
import { openAiClient } from "../support/openai";
import { pixel } from "../support/pixel";
import { type Published, publish, readCalls } from "../support/publications";
import { collect, readTexts } from "../support/response-events";
import { newApp } from "../support/sessions";
import type { Behaviour } from "../support/standins/types";

const standin = openAiForAll();
let asked: { messages: unknown[]; tools?: unknown[] }[] = [];

/** A published app on the stand-in's model, whose answers are these. */
async function published(...answers: Behaviour[]): Promise<Published> {
  const person = await newPerson();
  const config = { api_key: standin().key };
  const appId = await newApp(person, { model: "gpt-4o", provider: "open_ai", config });
  asked = [];
  standin().behave(({ body }) => {
    asked.push(body as unknown as (typeof asked)[number]);
    return answers[asked.length - 1] ?? { text: "Done." };
  });
  return publish(person, {}, appId);
}

const said = (i: number): string => JSON.stringify(asked[i]?.messages);
const tool = {
  type: "function" as const,
  name: "get_weather",
  description: "The weather of a city.",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  strict: null,
};

/** What the Open Responses specification requires of every response. */
function expectResponse(response: ModelResponse): void {
  expect(response).toMatchObject({
    object: "response",
    id: expect.stringMatching(/^resp_/),
    created_at: expect.any(Number),
    model: expect.any(String),
    output: expect.any(Array),
    tools: expect.any(Array),
    metadata: {},
    parallel_tool_calls: true,
  });
  for (const name of ["error", "incomplete_details", "instructions", "usage", "text", "reasoning", "truncation"])
    expect(response).toHaveProperty(name);
}

describe("the cases of the Open Responses specification", () => {
  it("basic: a text", async () => {
    const own = await published({ text: "Hi there." });
    const response = await openAiClient(own).responses.create({ model: own.appId, input: "Say hello." });
    expectResponse(response);
    expect(response).toMatchObject({ status: "completed", output_text: "Hi there." });
    expect(response.output).toMatchObject([
      { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", annotations: [] }] },
    ]);
    expect(response.usage?.total_tokens).toBeGreaterThan(0);
  });

  it("streaming: events in order with rising numbers", async () => {
    const own = await published({ text: "One two three." });
    const events = await collect(
      await openAiClient(own).responses.create({ model: own.appId, input: "Count.", stream: true }),
    );
    const types = events.map(({ type }) => type);
    expect(types.filter((type, i) => type !== types[i - 1])).toEqual([
      "response.created",
      "response.in_progress",
      "response.output_item.added",
      "response.content_part.added",
      "response.output_text.delta",
      "response.output_text.done",
      "response.content_part.done",
      "response.output_item.done",
      "response.completed",
    ]);
    expect([...readTexts(events).values()]).toEqual(["One two three."]);
  });

  it("system prompt: added to the agent's instructions", async () => {
    const own = await published();
    const input = [
      { role: "system" as const, content: "Speak like a pirate." },
      { role: "user" as const, content: "Hello" },
    ];
    const { instructions } = await openAiClient(own).responses.create({
      model: own.appId,
      input,
      instructions: "Be brief.",
    });
    expect(said(0)).toMatch(/You are Guide.*Be brief\..*Speak like a pirate\./);
    expect(instructions).toBe("Be brief.\n\nSpeak like a pirate.");
  });

  it("tool calling: the client makes the call, and the run goes on", async () => {
    const own = await published({ tools: [{ name: "get_weather", input: { city: "Ulm" } }] }, { text: "Sunny." });
    const client = openAiClient(own);
    const body = { model: own.appId, tools: [tool] };
    const first = await client.responses.create({ ...body, input: "Weather in Ulm?" });
    expectResponse(first);
    const [call] = first.output;
    expect(call).toMatchObject({ type: "function_call", name: "get_weather", arguments: '{"city":"Ulm"}' });
    if (call?.type !== "function_call") throw new Error("No call.");
    const unfinished = client.responses.create({ ...body, input: "And Bonn?", previous_response_id: first.id });
    await expect(unfinished).rejects.toMatchObject({ status: 400 });
    const output = { type: "function_call_output" as const, call_id: call.call_id, output: "21 degrees" };
    const second = await client.responses.create({ ...body, input: [output], previous_response_id: first.id });
    expect(second).toMatchObject({ output_text: "Sunny.", previous_response_id: first.id, id: `${first.id}_1` });
    expect(said(1)).toContain("21 degrees");
    expect(await client.responses.retrieve(first.id)).toMatchObject({ output: first.output });
    expect(await client.responses.retrieve(second.id)).toMatchObject({ output: second.output });
  });

  it("image: given to the model", async () => {
    const own = await published({ text: "A dot." });
    const image_url = `data:image/png;base64,${pixel.toString("base64")}`;
    const content = [
      { type: "input_text" as const, text: "What is this?" },
      { type: "input_image" as const, image_url, detail: "auto" as const },
    ];
    const { output_text: text } = await openAiClient(own).responses.create({
      model: own.appId,
      input: [{ role: "user", content }],
    });
    expect(text).toBe("A dot.");
    expect(said(0)).toContain(pixel.toString("base64").slice(0, 40));
  });

  it("several turns: as items, and by the id of the previous response", async () => {
    const own = await published({ text: "Ada." }, { text: "Still Ada." }, { text: "Ada again." });
    const client = openAiClient(own);
    const input = [
      { role: "user" as const, content: "I am Ada." },
      { role: "assistant" as const, content: "Hello Ada." },
      { role: "user" as const, content: "Who am I?" },
    ];
    const first = await client.responses.create({ model: own.appId, input });
    expect(asked[0]?.messages).toHaveLength(4);
    const second = await client.responses.create({ input: "And now?", previous_response_id: first.id });
    expect(second).toMatchObject({ output_text: "Still Ada.", previous_response_id: first.id });
    expect(said(1)).toMatch(/I am Ada.*Hello Ada.*Who am I\?.*Ada\..*And now\?/);
    const again = client.responses.create({ input: "Another way?", previous_response_id: first.id });
    await expect(again).rejects.toMatchObject({ status: 400, param: "previous_response_id" });
    expect(new Set((await readCalls(own)).map(({ sessionId }) => sessionId)).size).toBe(1);
  });
});

describe("a response", () => {
  const slow = { model: "demo-chat:ttft=1,tps=60,words=60" };

  it("goes on after any number, with each character once", async () => {
    const person = await newPerson();
    const own = await publish(person, {}, await newApp(person, slow));
    const client = openAiClient(own);
    const stream = await client.responses.create({ model: own.appId, input: "Hello", stream: true });
    let deltas = 0;
    const begun = await collect(stream, ({ type }) => type === "response.output_text.delta" && ++deltas === 3);
    const [created] = begun;
    if (created?.type !== "response.created") throw new Error("No response.");
    const { id } = created.response;
    const last = begun.at(-1)?.sequence_number ?? 0;
    const rest = await collect(
      await client.responses.retrieve(id, { stream: true, starting_after: last }),
      undefined,
      last,
    );
    const all = [...begun, ...rest];
    const end = all.at(-1);
    if (end?.type !== "response.completed") throw new Error(`Ended with ${end?.type}.`);
    const text = end.response.output.flatMap((item) => (item.type === "message" ? item.content : [])) as {
      text: string;
    }[];
    expect([...readTexts(all).values()]).toEqual([text[0]?.text]);
    const numbers = all.map((event) => event.sequence_number);
    for (const after of [0, 1, numbers[4] ?? 0, (numbers[5] ?? 0) - 1, numbers.at(-2) ?? 0]) {
      const again = await collect(
        await client.responses.retrieve(id, { stream: true, starting_after: after }),
        undefined,
        after,
      );
      const seen = all.filter(({ sequence_number: number }) => number <= after);
      const missing = `${[...readTexts(seen).values()].join("")}${[...readTexts(again).values()].join("")}`;
      const isWhole = numbers.includes(after);
      if (isWhole) expect(missing).toBe(text[0]?.text);
      else expect(text[0]?.text.endsWith([...readTexts(again).values()].join(""))).toBe(true);
    }
  });

  it("runs in the background, and can be canceled and deleted", async () => {
    const person = await newPerson();
    const own = await publish(person, {}, await newApp(person, { model: "demo-chat:ttft=1,tps=20,words=400" }));
    const client = openAiClient(own);
    const begun = await client.responses.create({ model: own.appId, input: "Hello", background: true });
    expect(begun).toMatchObject({ status: "in_progress", background: true, output: [] });
    expect(await client.responses.cancel(begun.id)).toMatchObject({ status: "cancelled" });
    expect(await client.responses.retrieve(begun.id)).toMatchObject({ status: "cancelled", id: begun.id });
    await client.responses.delete(begun.id);
    await expect(client.responses.retrieve(begun.id)).rejects.toMatchObject({ status: 404 });
    const unstored = await client.responses.create({ model: own.appId, input: "Plan a trip", store: false });
    expect(unstored).toMatchObject({ store: false, status: "completed" });
    await expect(client.responses.retrieve(unstored.id)).rejects.toMatchObject({ status: 404 });
  }, 30_000);

  it("is started once for an Idempotency-Key", async () => {
    const own = await published({ text: "Once." });
    const client = openAiClient(own);
    const create = (input: string) =>
      client.responses.create({ model: own.appId, input }, { headers: { "idempotency-key": "one" } });
    const [first, second] = await Promise.all([create("Hello"), create("Hello")]);
    expect(second.id).toBe(first.id);
    expect(second.output_text).toBe("Once.");
    expect(asked).toHaveLength(1);
    await expect(create("Something else")).rejects.toMatchObject({ status: 409 });
  });

  it("fails with the reason of its run, which is not repeated", async () => {
    const person = await newPerson();
    const own = await publish(person, {}, await newApp(person, { model: "demo-chat:ttft=1,fail=500" }));
    const client = openAiClient(own, { maxRetries: 2 });
    const response = await client.responses.create({ model: own.appId, input: "Hello" });
    expect(response).toMatchObject({ status: "failed", error: { code: "server_error" } });
    const messages = [{ role: "user" as const, content: "Hello" }];
    const chat = client.chat.completions.create({ model: own.appId, messages });
    await expect(chat).rejects.toMatchObject({ status: 502, type: "server_error" });
    await expect.poll(async () => (await readCalls(own)).map(({ status }) => status)).toEqual(["error", "error"]);
  }, 60_000);
});
