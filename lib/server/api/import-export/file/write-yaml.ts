import { Document, isScalar } from "yaml";
import { fileVersion } from "@/lib/contract/transfers/file";
import { isObject } from "@/lib/utils/json/is-object";
import { secretPlaces } from "../../../resources/tools/part";
import type { PartKind, Parts } from "./references";

const mark = " secret, give it after the import";

/** Sorts keys as the database stores JSON, so that exporting an import gives the same file. */
function asStored(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asStored);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  const bytes = (text: string) => Buffer.from(text);
  entries.sort(([a], [b]) => bytes(a).length - bytes(b).length || Buffer.compare(bytes(a), bytes(b)));
  return Object.fromEntries(entries.map(([name, inner]) => [name, asStored(inner)]));
}

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

const tidied = (part: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(part).filter(([name, value]) => name === "repeatable" || !isNothing(value)));

/** A part without unset fields, in a stable order. */
export function plain<K extends PartKind>(kind: K, part: Parts[K]): Record<string, unknown> {
  const own: Record<string, unknown> = tidied(part);
  if (kind === "task") {
    if (own.structuredOutput) own.structuredOutput = asStored(own.structuredOutput);
    if (Array.isArray(own.formFields)) own.formFields = own.formFields.map(tidied);
  }
  if (kind === "app" && isObject(own.schedule)) own.schedule = { ...own.schedule, ...variablesOf(own.schedule) };
  if (kind === "tool" && isObject(own.definition)) {
    const entries = Object.entries(own.definition);
    own.definition = Object.fromEntries(
      entries.map(([name, value]) => [name, name === "document" ? value : asStored(value)]),
    );
  }
  return own;
}

const variablesOf = (schedule: object) =>
  "variables" in schedule && schedule.variables ? { variables: asStored(schedule.variables) } : {};

const options = { aliasDuplicateObjects: false } as const;
const layout = { lineWidth: 0, blockQuote: "literal" } as const;

/** Marks secrets to be entered after an import. */
function markSecrets(document: Document, at: (string | number)[], part: Parts["tool"]): void {
  for (const path of secretPlaces(part)) {
    const node = document.getIn([...at, "definition", ...path], true);
    if (isScalar(node) && node.value === null) node.comment = mark;
  }
}

export function partText<K extends PartKind>(kind: K, part: Parts[K]): string {
  const document = new Document(plain(kind, part), options);
  if (kind === "tool") markSecrets(document, [], part as Parts["tool"]);
  return document.toString(layout);
}

const heading = `An app of Muster with all that it uses: its agents, tasks and tools.
Import it under Apps. What is not in it: values of secrets and variables, keys of models,
the content of datasources, images, revisions but the applied ones, and whom the app is shared with.`;

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
export const plainFile = ({ app, agents, tasks, tools, ...needs }: FileParts): Record<string, unknown> => ({
  app: plain("app", app),
  ...tidied({
    agents: agents.map((one) => plain("agent", one)),
    tasks: tasks.map((one) => plain("task", one)),
    tools: tools.map((one) => plain("tool", one)),
    ...Object.fromEntries(Object.entries(needs).map(([name, list]) => [name, list.map(tidied)])),
  }),
});

/** A whole file. `notes` become comments at the top. */
export function fileText(parts: FileParts, exported: Date, notes: string[]): string {
  const head = { muster: fileVersion, kind: "app", exported: exported.toISOString() };
  const document = new Document({ ...head, ...plainFile(parts) }, options);
  document.commentBefore = [heading, ...notes]
    .flatMap((text) => text.split("\n"))
    .map((line) => ` ${line}`)
    .join("\n");
  for (const [i, tool] of parts.tools.entries()) markSecrets(document, ["tools", i], tool);
  return document.toString(layout);
}
