import { Document, isScalar } from "yaml";
import { fileVersion } from "@/lib/contract/transfer-file";
import { isObject } from "@/lib/utils/is-object";
import { secretPlaces } from "../tools/transfer";
import type { PartKind, Parts } from "./places";

const mark = " secret, give it after the import";

/** In the order in which the database keeps the names of free JSON, so that what comes back from it reads the same. */
export function asStored(value: unknown): unknown {
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

/** A part as it is written: without what is not set, in an order that does not depend on where it was stored. */
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

/** Marks what a person gives after an import. */
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

/** What stands in a file behind its heading. */
export const plainFile = ({ app, agents, tasks, tools, ...needs }: FileParts): Record<string, unknown> => ({
  app: plain("app", app),
  ...tidied({
    agents: agents.map((one) => plain("agent", one)),
    tasks: tasks.map((one) => plain("task", one)),
    tools: tools.map((one) => plain("tool", one)),
    ...Object.fromEntries(Object.entries(needs).map(([name, list]) => [name, list.map(tidied)])),
  }),
});

/** A whole file. `notes` are told above it. */
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
