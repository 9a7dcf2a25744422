import { isRecord } from "../../../../utils/json/is-object.ts";
import type { Draft, Drafts } from "./draft.ts";

type Assertion = Record<string, unknown>;
type Check = Draft["checks"][number];

const maxAssertions = 20;

const asText = (value: unknown): string | undefined =>
  typeof value === "string"
    ? value
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : undefined;

/** A regular expression that matches a text as it is. */
export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

const withText =
  (type: string, change = (text: string) => text) =>
  ({ value }: Assertion): Check | undefined => {
    const text = asText(value);
    return text === undefined || text === "" ? undefined : { type, value: change(text) };
  };

const toLimit =
  (type: string) =>
  ({ threshold }: Assertion): Check | undefined =>
    typeof threshold === "number" && threshold > 0 ? { type, value: threshold } : undefined;

/** promptfoo's assertions that have an equivalent. Its `latency` measures the whole answer and has none. */
const mapped = new Map<unknown, (assertion: Assertion) => Check | undefined>([
  ["equals", withText("equals")],
  ["contains", withText("contains")],
  ["icontains", withText("regex", (text) => `(?i)${escapePattern(text)}`)],
  ["not-contains", withText("not_contains")],
  ["regex", withText("regex")],
  ["is-json", ({ value }) => ({ type: "json_schema", value: isRecord(value) ? value : {} })],
  ["cost", toLimit("max_cost")],
  ["llm-rubric", withText("judge")],
]);

/** Checks for a test's assertions; the others are noted. `fill` replaces the variables in their values. */
export function mapAssertions(
  assertions: unknown,
  place: string,
  drafts: Drafts,
  fill: (text: string) => string,
): Draft["checks"] {
  const all = Array.isArray(assertions) ? assertions : [];
  if (all.length > maxAssertions) drafts.note(`Only the first ${maxAssertions} assertions of ${place} were imported.`);
  return all.slice(0, maxAssertions).flatMap((one) => {
    if (!isRecord(one)) return [];
    const value = typeof one.value === "string" ? fill(one.value) : one.value;
    const check = mapped.get(one.type)?.({ ...one, value });
    const type = String(one.type).slice(0, 50);
    if (!check) drafts.note(`The assertion “${type}” of ${place} has no equivalent and was skipped.`);
    return check ? [check] : [];
  });
}
