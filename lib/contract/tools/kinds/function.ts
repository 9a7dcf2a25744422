import { z } from "zod";
import { promptMaxBytes, toolTimeoutMaxMs } from "@/lib/constants/limits";
import { maxAllowedHosts, maxEnvironment, toolTimeoutDefaultMs } from "@/lib/constants/tools";
import { wholeField } from "../../base/fields";
import { notReadable } from "./fields";

const bytes = (text: string) => new TextEncoder().encode(text).length;

/** Not trimmed: in Python the first line's indent counts. */
const codeField = z
  .string("Enter the code.")
  .refine((text) => text.trim() !== "", "Enter the code.")
  .refine((text) => bytes(text) <= promptMaxBytes, "Use up to 64 KB of code.");

const hostField = z
  .string()
  .trim()
  .toLowerCase()
  .max(255)
  .regex(
    /^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/,
    "Enter a host such as api.example.com or *.example.com, without https://, port or path.",
  );

const environmentField = z
  .record(
    z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, "Use letters, digits and _. The first character can't be a digit."),
    z.string().max(8_192, "Use up to 8,192 characters."),
  )
  .refine((values) => Object.keys(values).length <= maxEnvironment, `Enter up to ${maxEnvironment} variables.`);

/** Code that runs in the sandbox, one call at a time. */
export const functionDefinition = z.object({
  language: z.enum(["javascript", "python"], "Choose JavaScript or Python."),
  code: codeField,
  /** The JSON Schema of the arguments that a model provides. */
  parameters: z.record(z.string(), z.unknown(), notReadable).default({ type: "object", properties: {} }),
  /** Secret; `{name}` is replaced by a variable of the team. */
  environmentVariables: environmentField.default({}),
  timeoutMs: wholeField(100, toolTimeoutMaxMs).default(toolTimeoutDefaultMs),
  /** Empty: no network access. */
  allowedHosts: z.array(hostField).max(maxAllowedHosts, `Enter up to ${maxAllowedHosts} hosts.`).default([]),
});
export type FunctionDefinition = z.output<typeof functionDefinition>;
