import { variableValueMax } from "@/lib/constants/limits";
import { invalidField } from "../../../platform/errors/errors";
import { type AppTool, messageMax } from "./tool";

interface ToolInput {
  message: string | undefined;
  sessionId: string | undefined;
  variables: Record<string, string>;
}

type Sent = Readonly<Record<string, unknown>>;

function readText(sent: Sent, property: string, max: number): string | undefined {
  const value = Object.hasOwn(sent, property) ? sent[property] : undefined;
  if (value === undefined || value === null) return undefined;
  if (typeof value === "object") throw invalidField(property, `The argument “${property}” must be a string.`);
  const text = String(value).trim();
  if (text.length > max)
    throw invalidField(property, `The argument “${property}” can have up to ${max.toLocaleString("en")} characters.`);
  return text || undefined;
}

/** The arguments of a call, of which unknown ones are ignored. Throws 400. */
export function readArguments({ variables, definition }: AppTool, sent: Sent = {}): ToolInput {
  const values = variables.map(({ name, property }) => [name, readText(sent, property, variableValueMax)] as const);
  const message = readText(sent, "message", messageMax);
  const sessionId = readText(sent, "sessionId", 200);
  if (!message && definition.inputSchema.required?.includes("message"))
    throw invalidField("message", "The argument “message” is required.");
  return {
    message,
    sessionId,
    variables: Object.fromEntries(values.filter((pair): pair is [string, string] => pair[1] !== undefined)),
  };
}
