import { z } from "zod";
import { maxOpenAiItems } from "@/lib/constants/openai";
import { defineShapes, withShapes } from "../base/endpoint";
import { chatMessage, eachOf, formatField, inputItem, metadataField, toolChoiceField, toolsField } from "./fields";
import { openai as policies } from "./policies";

const modelSchema = z.object({
  id: z.string(),
  object: z.literal("model"),
  created: z.number(),
  owned_by: z.string(),
});

const flag = z.boolean("Send true or false.").nullish();

const common = {
  model: z.string("Send the ID of a model.").max(300, "This model doesn't exist.").nullish(),
  stream: flag,
  tools: toolsField,
  tool_choice: toolChoiceField,
  metadata: metadataField,
  input: z.union([z.string(), eachOf(inputItem, maxOpenAiItems, "items")], "Send text or a list of items.").nullish(),
  instructions: z.string("Send text.").nullish(),
  text: z.object({ format: formatField }).nullish(),
};

/** Other fields are ignored: the app has its own model and settings. */
const chatBody = z.object({
  ...common,
  messages: eachOf(chatMessage, maxOpenAiItems, "messages").nullish(),
  stream_options: z.object({ include_usage: flag }).nullish(),
  response_format: formatField,
  n: z.literal(1, "Only one choice can be generated.").nullish(),
  logprobs: z.literal(false, "Log probabilities aren't available.").nullish(),
});
export type ChatBody = z.output<typeof chatBody>;

const responseBody = z.object({
  ...common,
  previous_response_id: z.string("Send the ID of a response.").max(200, "This response doesn't exist.").nullish(),
  store: flag,
  background: flag,
});
export type ResponseBody = z.output<typeof responseBody>;

const sequenceNumber = z
  .string()
  .regex(/^\d{1,15}$/, "Enter a sequence number.")
  .transform(Number)
  .optional();

export const shapes = defineShapes({
  models: { response: z.object({ object: z.literal("list"), data: z.array(modelSchema) }) },
  model: { response: modelSchema },
  completeChat: { body: chatBody },
  createResponse: { body: responseBody },
  getResponse: { query: z.object({ stream: z.enum(["true", "false"]).optional(), starting_after: sequenceNumber }) },
  cancelResponse: {},
  deleteResponse: {
    response: z.object({ id: z.string(), object: z.literal("response"), deleted: z.literal(true) }),
  },
});

export const openai = withShapes(policies, shapes);
