import { expect, it } from "vitest";
import { newPerson } from "../support/client";
import { openAiForAll } from "../support/open-ai";
import { openAiClient } from "../support/openai";
import { publish } from "../support/publications";
import { newApp } from "../support/sessions";

const standin = openAiForAll();

const tool = {
  type: "function" as const,
  name: "get_weather",
  description: "The weather of a city.",
  parameters: { type: "object", properties: { city: { type: "string" } } },
  strict: null,
};

async function published() {
  const person = await newPerson();
  const config = { api_key: standin().key };
  return publish(person, {}, await newApp(person, { model: "gpt-4o", provider: "open_ai", config }));
}

it("lets the client choose anew which tools are called when it sends a result", async () => {
  const own = await published();
  const asked: { tool_choice?: unknown; tools?: unknown[] }[] = [];
  standin().behave(({ body }) => {
    asked.push(body);
    return asked.length > 1 ? { text: "Sunny." } : { tools: [{ name: "get_weather", input: { city: "Ulm" } }] };
  });
  const client = openAiClient(own);
  const first = await client.responses.create({ input: "Weather?", tools: [tool], tool_choice: "required" });
  const [call] = first.output;
  if (call?.type !== "function_call") throw new Error("No call.");
  const output = { type: "function_call_output" as const, call_id: call.call_id, output: "21 degrees" };
  const second = await client.responses.create({
    input: [output],
    previous_response_id: first.id,
    tool_choice: "none",
  });
  expect(second.output_text).toBe("Sunny.");
  expect(asked.map(({ tool_choice: choice }) => choice)).toEqual(["required", undefined]);
  expect(asked[1]?.tools ?? []).toEqual([]);
  expect(second.tool_choice).toBe("auto");
});
