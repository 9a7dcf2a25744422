import { Document, isScalar } from "yaml";
import { fileVersion } from "@/lib/contract/transfers/file";
import { isObject } from "@/lib/utils/json/is-object";
import { findSecretPaths } from "../../../resources/tools/part";
import type { PartKind, Parts } from "./references";

const secretMark = " secret: enter it after the import";

/** Sorts keys as the database stores JSON, so that exporting an import gives the same file. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  const bytes = (text: string) => Buffer.from(text);
  entries.sort(([a], [b]) => bytes(a).length - bytes(b).length || Buffer.compare(bytes(a), bytes(b)));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sortKeys(inner)]));
}

const isUnset = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

const withoutUnset = (part: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(part).filter(([name, value]) => name === "repeatable" || !isUnset(value)));

/** Returns a part without unset fields, in a stable order. */
export function toPlainPart<K extends PartKind>(kind: K, part: Parts[K]): Record<string, unknown> {
  const own: Record<string, unknown> = withoutUnset(part);
  if (kind === "task") {
    if (own.structuredOutput) own.structuredOutput = sortKeys(own.structuredOutput);
    if (Array.isArray(own.formFields)) own.formFields = own.formFields.map(withoutUnset);
  }
  if (kind === "app" && isObject(own.schedule))
    own.schedule = { ...own.schedule, ...listScheduleVariables(own.schedule) };
  if (kind === "tool" && isObject(own.definition)) {
    const entries = Object.entries(own.definition);
    own.definition = Object.fromEntries(
      entries.map(([name, value]) => [name, name === "document" ? value : sortKeys(value)]),
    );
  }
  return own;
}

const listScheduleVariables = (schedule: object) =>
  "variables" in schedule && schedule.variables ? { variables: sortKeys(schedule.variables) } : {};

const options = { aliasDuplicateObjects: false } as const;
const layout = { lineWidth: 0, blockQuote: "literal" } as const;

/** Marks secrets to be entered after an import. */
function markSecrets(document: Document, at: (string | number)[], part: Parts["tool"]): void {
  for (const path of findSecretPaths(part)) {
    const node = document.getIn([...at, "definition", ...path], true);
    if (isScalar(node) && node.value === null) node.comment = secretMark;
  }
}

export function toPartText<K extends PartKind>(kind: K, part: Parts[K]): string {
  const document = new Document(toPlainPart(kind, part), options);
  if (kind === "tool") markSecrets(document, [], part as Parts["tool"]);
  return document.toString(layout);
}

const heading = `A Muster app with its agents, tasks and tools.
Import it under Apps. Not included: secret and variable values, model keys, data source content,
images, revisions other than the applied ones, and who the app is shared with.`;

export interface FileParts {
  app: Parts["app"];
  agents: Parts["agent"][];
  tasks: Parts["task"][];
  tools: Parts["tool"][];
  models: object[];
  datasources: object[];
  variables: object[];
  people: object[];
}

/** The file's content after its header. */
export const toPlainFile = ({ app, agents, tasks, tools, ...needs }: FileParts): Record<string, unknown> => ({
  app: toPlainPart("app", app),
  ...withoutUnset({
    agents: agents.map((one) => toPlainPart("agent", one)),
    tasks: tasks.map((one) => toPlainPart("task", one)),
    tools: tools.map((one) => toPlainPart("tool", one)),
    ...Object.fromEntries(Object.entries(needs).map(([name, list]) => [name, list.map(withoutUnset)])),
  }),
});

/** A whole file. `notes` become comments at the top. */
export function toFileText(parts: FileParts, exported: Date, notes: string[]): string {
  const head = { muster: fileVersion, kind: "app", exported: exported.toISOString() };
  const document = new Document({ ...head, ...toPlainFile(parts) }, options);
  document.commentBefore = [heading, ...notes]
    .flatMap((text) => text.split("\n"))
    .map((line) => ` ${line}`)
    .join("\n");
  for (const [i, tool] of parts.tools.entries()) markSecrets(document, ["tools", i], tool);
  return document.toString(layout);
}
