import { z } from "zod";
import { idField, promptField } from "../base/fields";

const text = z.string("Enter text.").min(1, "Enter text.").max(20_000, "Use up to 20,000 characters.");
const toolName = z.string("Enter the name of a tool.").trim().min(1, "Enter the name of a tool.").max(200);
const toolNames = z.array(toolName).min(1, "Enter the name of a tool.").max(50);
const share = z.number().min(0, "Enter 0 or more.").max(1, "Enter 1 or less.");
const positive = z.number("Enter a number.").positive("Enter a number greater than 0.");
const bound = z.number().optional();

/**
 * `exact`: the same calls in the same order. `any_order`: the same calls. `at_least`: these calls, and maybe others. `at_most`: no
 * other calls.
 */
export const toolCallModes = ["exact", "any_order", "at_least", "at_most"] as const;

/** What must be true of an answer. */
export const checkForm = z.discriminatedUnion("type", [
  z.object({ type: z.literal("equals"), value: text }),
  z.object({ type: z.literal("contains"), value: text }),
  z.object({ type: z.literal("not_contains"), value: text }),
  /** A regular expression in RE2 syntax that matches somewhere in the answer. */
  z.object({ type: z.literal("regex"), value: text.max(2_000, "Use up to 2,000 characters.") }),
  /** The whole answer is JSON that matches the schema. */
  z.object({ type: z.literal("json_schema"), value: z.record(z.string(), z.unknown()) }),
  /** The first number in the answer. */
  z.object({
    type: z.literal("number"),
    value: z
      .object({ min: bound, max: bound })
      .refine(({ min, max }) => min !== undefined || max !== undefined, "Enter a minimum or a maximum.")
      .refine(
        ({ min = -Infinity, max = Infinity }) => min <= max,
        "Enter a minimum that isn't greater than the maximum.",
      ),
  }),
  z.object({
    type: z.literal("tools"),
    value: z.object({ names: toolNames, mode: z.enum(toolCallModes).default("at_least") }),
  }),
  /** A call to the tool must include these arguments. */
  z.object({
    type: z.literal("arguments"),
    value: z.object({ tool: toolName, arguments: z.record(z.string(), z.unknown()) }),
  }),
  z.object({ type: z.literal("forbidden_tool"), value: toolName }),
  /** At most this many model calls. */
  z.object({ type: z.literal("max_steps"), value: positive.int("Enter a whole number.").max(1_000) }),
  /** US dollars. */
  z.object({ type: z.literal("max_cost"), value: positive.max(1_000) }),
  /** Milliseconds until the first token of the first model call. */
  z.object({ type: z.literal("max_first_token"), value: positive.max(3_600_000) }),
  /** The share of these documents, by ID or title, of which a passage was retrieved. */
  z.object({
    type: z.literal("recall"),
    value: z.object({
      documents: z.array(text.max(500)).min(1, "Enter a document ID or title.").max(50),
      min: share.default(1),
    }),
  }),
  /** A model that grades the answer by a rubric. Default: the test set's judge. */
  z.object({ type: z.literal("judge"), value: promptField("a rubric"), modelId: idField.optional() }),
]);
export type Check = z.output<typeof checkForm>;

/** `not_measured`: nothing can be said of the answer, such as after a provider's error. */
export const outcomes = ["passed", "failed", "not_measured"] as const;
export type Outcome = (typeof outcomes)[number];

export const checkResult = z.object({
  type: z.string(),
  outcome: z.enum(outcomes),
  /** Why it failed, or was not measured, as a sentence. */
  reason: z.string().nullable(),
});
export type CheckResult = z.output<typeof checkResult>;
