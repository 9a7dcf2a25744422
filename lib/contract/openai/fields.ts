import { z } from "zod";
import { variableNameMax, variableValueMax } from "@/lib/constants/limits";
import { maxClientTools, maxOpenAiParts } from "@/lib/constants/openai";

/** A list whose entries are checked one after another until the first that is not valid. */
export const eachOf = <T extends z.ZodType>(entry: T, max: number, name: string) =>
  z
    .array(z.unknown(), `Send a list of ${name}.`)
    .max(max, `Send up to ${new Intl.NumberFormat("en").format(max)} ${name}.`)
    .transform((entries, ctx): z.output<T>[] => {
      const parsed: z.output<T>[] = [];
      for (const [i, value] of entries.entries()) {
        const result = entry.safeParse(value);
        if (!result.success) {
          const [issue] = result.error.issues;
          ctx.addIssue({ code: "custom", path: [i, ...(issue?.path ?? [])], message: issue?.message ?? "" });
          return z.NEVER;
        }
        parsed.push(result.data);
      }
      return parsed;
    });

const text = (name: string) => z.string(`Send ${name} as text.`);
const id = text("an ID").max(200, "Use up to 200 characters.");
const toolName = text("the name").regex(/^[\w-]{1,64}$/, "Use 1 to 64 letters, digits, _ and -.");

const part = z.object(
  {
    type: text("the type").max(50, "This type isn't supported."),
    text: text("the text").optional(),
    refusal: text("the refusal").nullish(),
    image_url: z.union([z.string(), z.object({ url: z.string() })], "Send the image's URL.").nullish(),
  },
  "Send an object with a type.",
);
export type ContentPart = z.output<typeof part>;

const contentField = z.union(
  [z.string(), eachOf(part, maxOpenAiParts, "parts")],
  `Send text or a list of up to ${maxOpenAiParts} parts.`,
);

const calledFunction = z.object({ name: toolName, arguments: text("the arguments") }, "Send the function.");

export const chatMessage = z.object(
  {
    role: z.enum(["system", "developer", "user", "assistant", "tool"], "Use a known role."),
    content: contentField.nullish(),
    tool_calls: eachOf(z.object({ id, function: calledFunction }), 64, "tool calls").nullish(),
    tool_call_id: id.optional(),
  },
  "Send an object with a role.",
);
export type ChatMessage = z.output<typeof chatMessage>;

/** An item of a response's input; which fields it has depends on its type. */
export const inputItem = z.object(
  {
    type: text("the type").max(50, "This type isn't supported.").optional(),
    role: z.enum(["system", "developer", "user", "assistant"], "Use a known role.").optional(),
    content: contentField.nullish(),
    call_id: id.optional(),
    name: toolName.optional(),
    arguments: text("the arguments").optional(),
    output: contentField.optional(),
    approval_request_id: id.optional(),
    approve: z.boolean("Send true or false.").optional(),
    reason: text("the reason").max(2_000, "Use up to 2,000 characters.").nullish(),
  },
  "Send an object with a type.",
);
export type InputItem = z.output<typeof inputItem>;

const toolFields = {
  name: toolName.optional(),
  description: text("the description").nullish(),
  parameters: z.record(z.string(), z.unknown(), "Send a JSON Schema.").nullish(),
};

/** Nested as in chat completions, or flat as in responses. */
const tool = z.object(
  {
    ...toolFields,
    type: z.literal("function", "Only tools of the type function can be used."),
    function: z.object(toolFields).optional(),
  },
  "Send an object with a type.",
);
export type SentTool = z.output<typeof tool>;

export const toolsField = eachOf(tool, maxClientTools, "tools").nullish();

export const toolChoiceField = z
  .union(
    [
      z.enum(["none", "auto", "required"]),
      z.object({ name: toolName.optional(), function: z.object({ name: toolName }).optional() }),
    ],
    "Use none, auto, required or a function.",
  )
  .nullish();

const jsonSchema = z.record(z.string(), z.unknown(), "Send a JSON Schema.");
const formatType = z.enum(["text", "json_object", "json_schema"], "Use text, json_object or json_schema.");
const schemaFields = { name: z.string().max(100).optional(), schema: jsonSchema.nullish() };

/** Nested as in chat completions, or flat as in responses. */
export const formatField = z
  .object({ ...schemaFields, type: formatType, json_schema: z.object(schemaFields).optional() }, "Send a format.")
  .nullish();

/** Values of the variables that the app asks for; others are ignored. */
export const metadataField = z
  .record(
    z.string().max(variableNameMax),
    z.string("Send text.").max(variableValueMax, `Use up to ${variableValueMax.toLocaleString("en")} characters.`),
    "Send an object with string values.",
  )
  .nullish();
