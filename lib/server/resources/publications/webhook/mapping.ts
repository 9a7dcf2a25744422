import { variableNameMax, variableValueMax } from "@/lib/constants/limits";
import { maxMappedVariables } from "@/lib/constants/webhooks";
import type { Issue } from "@/lib/contract/base/error";
import { isRecord } from "@/lib/utils/json/is-object";
import { toStorableText } from "../../../engine/models/providers/shared/storable";
import type { WebhookMapping } from "../../../platform/db/tables/publications";

/** As for messages of people. */
const maxMessage = 65_536;

export interface RunInput {
  message?: string | undefined;
  variables?: Record<string, string> | undefined;
}

/** The value at a JSON pointer (RFC 6901); undefined: there is none. */
function readPointer(payload: unknown, pointer: string): unknown {
  const names = pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  let value = payload;
  for (const name of names) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** Undefined for null, as for what is missing. */
function toText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return toStorableText(typeof value === "string" ? value : JSON.stringify(value));
}

function mapPayload(payload: unknown, { message, variables }: WebhookMapping) {
  const texts = Object.entries(variables).map(
    ([name, pointer]) => [name, toText(readPointer(payload, pointer))] as const,
  );
  const text = toText(readPointer(payload, message ?? ""));
  const missing = message ? `The payload has no value at ${message}.` : "The payload is empty.";
  const issues: Issue[] = text === undefined ? [{ path: "message", message: missing }] : [];
  return { message: text, given: texts, issues };
}

/** Without a mapping: `message` and `variables` of the payload, otherwise all of it. */
function readPayload(payload: unknown) {
  const { message, variables } = isRecord(payload) ? payload : {};
  if (typeof message !== "string" && !isRecord(variables)) return { message: toText(payload), given: [], issues: [] };
  const given = Object.entries(isRecord(variables) ? variables : {}).slice(0, maxMappedVariables);
  return {
    message: typeof message === "string" ? toStorableText(message) : undefined,
    given: given.map(([name, value]) => [name, toText(value)] as const),
    issues: [],
  };
}

/** The input of a run, with what does not fit. A variable that the payload does not have is not given. */
export function toRunInput(payload: unknown, mapping: WebhookMapping | undefined): RunInput & { issues: Issue[] } {
  const { message, given, issues } = mapping ? mapPayload(payload, mapping) : readPayload(payload);
  const tooLong = [
    ...((message?.length ?? 0) > maxMessage
      ? [{ path: "message", message: "The message is longer than 65,536 characters." }]
      : []),
    ...given
      .filter(([name, text]) => name.length > variableNameMax || (text?.length ?? 0) > variableValueMax)
      .map(([name]) => ({
        path: `variables.${name.slice(0, variableNameMax)}`,
        message: "The value is longer than 10,000 characters.",
      })),
  ];
  const values = given.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
  return {
    message: message?.trim() || undefined,
    variables: values.length > 0 ? Object.fromEntries(values) : undefined,
    issues: [...issues, ...tooLong],
  };
}
