import { z } from "zod";
import { promptMaxBytes, toolTimeoutMaxMs } from "@/lib/constants/limits";
import { maxAllowedHosts, maxEnvironment, toolTimeoutDefaultMs } from "@/lib/constants/tools";
import { notReadable } from "./fields";

const bytes = (text: string) => new TextEncoder().encode(text).length;

/** Not trimmed: in Python the first line's indent counts. */
const codeField = z
  .string("Write the code.")
  .refine((text) => text.trim() !== "", "Write the code.")
  .refine((text) => bytes(text) <= promptMaxBytes, "Use up to 64 KB of code.");

const hostField = z
  .string()
  .trim()
  .toLowerCase()
  .max(255)
  .regex(
    /^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/,
    "Write a host such as api.example.com or *.example.com, without https://, a port or a path.",
  );

const environmentField = z
  .record(
    z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, "Use letters, digits and _, and begin with no digit."),
    z.string().max(8_192, "Use up to 8,192 characters."),
  )
  .refine((values) => Object.keys(values).length <= maxEnvironment, `Use up to ${maxEnvironment}.`);

/** Code that runs in the sandbox, one call at a time. */
export const functionDefinition = z.object({
  language: z.enum(["javascript", "python"], "Choose JavaScript or Python."),
  code: codeField,
  /** The JSON Schema of the arguments that a model provides. */
  parameters: z.record(z.string(), z.unknown(), notReadable).default({ type: "object", properties: {} }),
  /** Secret; `{name}` is replaced by a variable of the team. */
  environmentVariables: environmentField.default({}),
  timeoutMs: z
    .number("Give a number.")
    .int("Give a whole number.")
    .min(100, "Use at least 100.")
    .max(toolTimeoutMaxMs, `Use up to ${toolTimeoutMaxMs.toLocaleString("en")}.`)
    .default(toolTimeoutDefaultMs),
  /** Empty: no network access. */
  allowedHosts: z.array(hostField).max(maxAllowedHosts, `Use up to ${maxAllowedHosts}.`).default([]),
});
export type FunctionDefinition = z.output<typeof functionDefinition>;
