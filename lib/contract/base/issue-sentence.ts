import type { z } from "zod";
import { pluralize } from "@/lib/utils/text/pluralize";

const kinds: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const shown = (value: unknown): string => (typeof value === "number" ? value.toLocaleString("en-US") : String(value));

function limit(origin: string, words: string, figure: number | bigint): string {
  if (origin === "string") return `Use ${words} ${pluralize(Number(figure), "character")}.`;
  const isList = origin === "array" || origin === "set";
  return `Use ${words} ${isList ? pluralize(Number(figure), "entry", "entries") : figure.toLocaleString("en-US")}.`;
}

/** Default messages for schema issues. */
export function issueSentence(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "This is missing.";
      return `Enter ${kinds[issue.expected] ?? "a different type of value"}.`;
    case "invalid_value":
      return `Use ${issue.values.length === 1 ? "" : "one of "}${issue.values.map(shown).join(", ")}.`;
    case "too_big":
      return limit(issue.origin, issue.inclusive ? "up to" : "less than", issue.maximum);
    case "too_small":
      return limit(issue.origin, issue.inclusive ? "at least" : "more than", issue.minimum);
    case "invalid_key":
      return "One of the keys isn't allowed.";
    case "unrecognized_keys":
      return "This contains an unknown field.";
    default:
      return issue.input === undefined ? "This is missing." : "This value isn't valid.";
  }
}
