import { expect, it } from "vitest";
import { newPerson } from "../support/client";
import { openAiForAll } from "../support/open-ai";
import { openAiClient } from "../support/openai";
import { pixel } from "../support/pixel";
import { type Published, publish, readCalls } from "../support/publications";
import { newApp, readMessages } from "../support/sessions";

const standin = openAiForAll();

interface Seen {
  messages: { role: string; content: unknown; tool_calls?: unknown }[];
  tools?: { function: { name: string } }[];
  response_format?: unknown;
}

/** A published app on the stand-in's model, and the requests of its model. */
async function published(): Promise<Published> {
  const person = await newPerson();
  const config = { api_key: standin().key };
  return publish(person, {}, await newApp(person, { model: "gpt-4o", provider: "open_ai", config }));
}

const weather = {
  type: "function",
  function: {
    name: "get_weather",
    description: "The weather of a city.",
    parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  },
} as const;

it("lists the app as a model, also after it was renamed", async () => {
  const own = await publish(await newPerson());
  const client = openAiClient(own);
  const { data } = await client.models.list();
  expect(data).toMatchObject([{ id: `chat-${own.appId}`, object: "model", owned_by: "muster" }]);
  expect(await client.models.retrieve(`chat-${own.appId}`)).toMatchObject({ id: `chat-${own.appId}` });
  expect(await client.models.retrieve(`an-earlier-name-${own.appId}`)).toMatchObject({ id: `chat-${own.appId}` });
  await expect(client.models.retrieve("gpt-4o")).rejects.toMatchObject({ status: 404, code: "model_not_found" });
});

it("completes a chat with and without a stream", async () => {
  const own = await publish(await newPerson());
  const client = openAiClient(own);
  const [model] = (await client.models.list()).data;
  const body = { model: model?.id ?? "", messages: [{ role: "user" as const, content: "Hello" }] };
  const whole = await client.chat.completions.create(body);
  expect(whole.choices).toMatchObject([{ finish_reason: "stop", message: { role: "assistant", refusal: null } }]);
  expect(whole.choices[0]?.message.content).toContain("Muster");
  expect(whole.usage?.total_tokens).toBeGreaterThan(0);
  const stream = await client.chat.completions.create({
    ...body,
    stream: true,
    stream_options: { include_usage: true },
  });
  let text = "";
  const reasons: unknown[] = [];
  let usage: unknown;
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta.content ?? "";
    if (chunk.choices[0]?.finish_reason) reasons.push(chunk.choices[0].finish_reason);
    usage = chunk.usage ?? usage;
  }
  expect(text).toBe(whole.choices[0]?.message.content);
  expect(reasons).toEqual(["stop"]);
  expect(usage).toMatchObject({ prompt_tokens: whole.usage?.prompt_tokens });
  await expect.poll(async () => (await readCalls(own)).map(({ status }) => status)).toEqual(["completed", "completed"]);
  const calls = await readCalls(own);
  expect(calls).toMatchObject([{ httpStatus: 200, way: "openai" }, { httpStatus: 200 }]);
});

it("gives the model earlier messages, instructions, images and a format", async () => {
  const own = await published();
  let seen: Seen | undefined;
  standin().behave(({ body }) => {
    seen = body as unknown as Seen;
    return { text: '{"city":"Ulm"}' };
  });
  const image = `data:image/png;base64,${pixel.toString("base64")}`;
  const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
  const { choices } = await openAiClient(own).chat.completions.create({
    model: own.appId,
    messages: [
      { role: "system", content: "Speak like a pirate." },
      {
        role: "user",
        content: [
          { type: "text", text: "Look" },
          { type: "image_url", image_url: { url: image } },
        ],
      },
      { role: "assistant", content: "A dot." },
      {
        role: "user",
        content: [
          { type: "image_url", image_url: { url: image } },
          { type: "text", text: "And now?" },
        ],
      },
    ],
    response_format: { type: "json_schema", json_schema: { name: "place", schema } },
  });
  expect(choices[0]?.message.content).toBe('{"city":"Ulm"}');
  expect(seen?.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
  expect(JSON.stringify(seen?.messages[0])).toMatch(/You are Guide.*Speak like a pirate\./);
  for (const i of [1, 3]) expect(JSON.stringify(seen?.messages[i])).toContain(pixel.toString("base64").slice(0, 40));
  expect(seen?.response_format).toMatchObject({ type: "json_schema", json_schema: { name: "place", schema } });
});

it.each([false, true])("lets the client make its calls, and the same run goes on (stream: %s)", async (streams) => {
  const own = await published();
  const asked: Seen[] = [];
  standin().behave(({ body }) => {
    asked.push(body as unknown as Seen);
    return asked.length > 1 ? { text: "Sunny." } : { tools: [{ name: "get_weather", input: { city: "Ulm" } }] };
  });
  const client = openAiClient(own);
  const question = { role: "user" as const, content: "How is the weather in Ulm?" };
  const body = { model: own.appId, messages: [question], tools: [weather] };
  const runner = streams ? client.chat.completions.stream(body) : undefined;
  const first = runner ? await runner.finalChatCompletion() : await client.chat.completions.create(body);
  const [choice] = first.choices;
  expect(choice).toMatchObject({ finish_reason: "tool_calls", message: { content: streams ? "" : null } });
  const [call] = choice?.message.tool_calls ?? [];
  expect(call).toMatchObject({ type: "function", function: { name: "get_weather", arguments: '{"city":"Ulm"}' } });
  const second = await client.chat.completions.create({
    ...body,
    messages: [
      question,
      { role: "assistant", content: null, tool_calls: choice?.message.tool_calls ?? [] },
      { role: "tool", tool_call_id: call?.id ?? "", content: "21 degrees" },
    ],
  });
  expect(second.choices[0]?.message.content).toBe("Sunny.");
  expect(JSON.stringify(asked[1]?.messages)).toContain("21 degrees");
  const calls = await readCalls(own);
  expect(new Set(calls.map(({ sessionId }) => sessionId)).size).toBe(1);
  const messages = await readMessages(own.person, calls[0]?.sessionId ?? "");
  expect(messages.map(({ text }) => text)).toEqual([question.content, "Sunny."]);
});

it("takes results of calls that no run waits for as part of the conversation", async () => {
  const own = await published();
  let seen: Seen | undefined;
  standin().behave(({ body }) => {
    seen = body as unknown as Seen;
    return { text: "Fine." };
  });
  const { choices } = await openAiClient(own).chat.completions.create({
    model: own.appId,
    messages: [
      { role: "user", content: "Weather?" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "call_elsewhere", type: "function", function: { name: "get_weather", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "call_elsewhere", content: "21 degrees" },
    ],
  });
  expect(choices[0]?.message.content).toBe("Fine.");
  expect(JSON.stringify(seen?.messages.at(-1))).toContain("Result of get_weather:\\n\\n21 degrees");
});

it("cancels the run when the client leaves", async () => {
  const person = await newPerson();
  const own = await publish(person, {}, await newApp(person, { model: "demo-chat:ttft=1,tps=20,words=400" }));
  const stream = await openAiClient(own).chat.completions.create({
    model: own.appId,
    messages: [{ role: "user", content: "Hello" }],
    stream: true,
  });
  for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break;
  await expect
    .poll(async () => (await readCalls(own)).map(({ status }) => status), { timeout: 5_000 })
    .toEqual(["cancelled"]);
});

it("lets the run go on for a client that can come back with its Idempotency-Key", async () => {
  const person = await newPerson();
  const own = await publish(person, {}, await newApp(person, { model: "demo-chat:ttft=1,tps=60,words=60" }));
  const create = () =>
    openAiClient(own).chat.completions.create(
      { model: own.appId, messages: [{ role: "user", content: "Hello" }], stream: true },
      { headers: { "idempotency-key": "one" } },
    );
  for await (const chunk of await create()) if (chunk.choices[0]?.delta.content) break;
  const reasons: unknown[] = [];
  for await (const chunk of await create()) reasons.push(chunk.choices[0]?.finish_reason);
  expect(reasons.at(-1)).toBe("stop");
  expect(await readCalls(own)).toHaveLength(1);
});

it("accepts the body of a response, and refuses what it cannot do", async () => {
  const own = await publish(await newPerson());
  const client = openAiClient(own);
  const flat = { model: own.appId, input: "Hello", tools: [{ type: "function", ...weather.function }] };
  const answer = await client.chat.completions.create(flat as never);
  expect((answer as { object: string }).object).toBe("chat.completion");
  const body = { model: own.appId, messages: [{ role: "user" as const, content: "Hello" }] };
  await expect(client.chat.completions.create({ ...body, n: 2 })).rejects.toMatchObject({ status: 400, param: "n" });
  const refused = client.chat.completions.create({ ...body, logprobs: true });
  await expect(refused).rejects.toMatchObject({ status: 400, type: "invalid_request_error", param: "logprobs" });
  const unknown = client.chat.completions.create({ ...body, model: "gpt-4o" });
  await expect(unknown).rejects.toMatchObject({ status: 404, code: "model_not_found" });
});
