import { maxImportLength } from "@/lib/constants/limits";
import type { TransferFile } from "@/lib/contract/transfers/file";
import { isObject } from "@/lib/utils/json/is-object";
import { findPromptNames } from "@/lib/utils/text/prompt-names";
import type { Viewer } from "../../access/visibility/visible";
import type { Db } from "../../platform/db/client";
import { notFound } from "../../platform/errors/errors";
import { type ExistingPart, type ExistingResource, findPartsByIds, listExisting } from "./existing-resources";
import { listAppNames } from "./file/app-names";
import { mapRefs, type NeedKind, type Parts, type RefKind } from "./file/references";
import { createTooMuchError, requireReadable } from "./file/unreadable";
import { type FileParts, toFileText } from "./file/write-yaml";
import { findPinsElsewhere } from "./pins";

interface ExportedParts {
  app: ExistingPart<"app">;
  agents: ExistingPart<"agent">[];
  tasks: ExistingPart<"task">[];
  tools: ExistingPart<"tool">[];
}

/** The referenced ids of one kind, in order of reference. */
function findReferencedIds(parts: readonly ExistingPart[], kind: RefKind): string[] {
  const found = new Set<string>();
  for (const { kind: of, part } of parts)
    mapRefs(of, part, (refKind, id) => {
      if (refKind === kind) found.add(id);
      return id;
    });
  return [...found];
}

/** The app's tasks in order, followed by their other dependencies. */
async function gatherTasks(db: Db, viewer: Viewer, app: ExistingPart<"app">): Promise<ExistingPart<"task">[]> {
  const found = new Map<string, ExistingPart<"task">>();
  for (let ids = findReferencedIds([app], "task"); ids.length > 0; ) {
    const held = await findPartsByIds(db, viewer, "task", ids);
    for (const id of ids) {
      const task = held.find((one) => one.id === id);
      if (task) found.set(id, task);
    }
    ids = findReferencedIds(held, "task").filter((id) => !found.has(id));
  }
  return [...found.values()];
}

async function gather(db: Db, viewer: Viewer, appId: string): Promise<ExportedParts> {
  const [app] = await findPartsByIds(db, viewer, "app", [appId]);
  if (!app) throw notFound("This app");
  const tasks = await gatherTasks(db, viewer, app);
  const agents = await findPartsByIds(db, viewer, "agent", findReferencedIds([app, ...tasks], "agent"));
  const tools = await findPartsByIds(db, viewer, "tool", findReferencedIds([...tasks, ...agents], "tool"));
  return { app, agents, tasks, tools };
}

/** Unique names in the file: duplicates get a numeric suffix. */
function createLocalNames(list: readonly { id: string; name: string }[]): Map<string, string> {
  const usedNames = new Set<string>();
  return new Map(
    list.map(({ id, name }) => {
      let local = name;
      for (let i = 2; usedNames.has(local); i += 1) local = `${name} (${i})`;
      usedNames.add(local);
      return [id, local];
    }),
  );
}

const withRef = <T extends { id: string; name: string }>(one: T, names: ReadonlyMap<string, string>) => {
  const local = names.get(one.id);
  return local === one.name ? {} : { ref: local };
};

const secretFields = ["environmentVariables", "headers", "auth"];
const listTexts = (value: unknown): string[] =>
  isObject(value) ? Object.values(value).filter((inner) => typeof inner === "string") : [];

/** Texts that may name variables: prompts and tool secrets. */
const collectTexts = ({ app, agents, tasks, tools }: ExportedParts): string[] => [
  ...agents.flatMap(({ part: { role, goal, backstory } }) => [role, goal, backstory]),
  ...tasks.flatMap(({ part: { description, expectedOutput } }) => [description, expectedOutput]),
  ...tools.flatMap(({ part: { definition } }) => secretFields.flatMap((field) => listTexts(definition[field]))),
  ...listAppNames(app.part).map((name) => `{${name}}`),
];

const describePin = (agent: string, tool: string): string =>
  `The agent “${agent}” uses a different revision of the tool “${tool}”. This file contains the applied one.`.replace(
    /\s+/g,
    " ",
  );

const kinds: NeedKind[] = ["model", "datasource", "variable", "person"];

/** An app with all its dependencies, and notes on what the file differs in. Throws 404 if it is not visible to the viewer. */
async function collect(db: Db, viewer: Viewer, appId: string): Promise<{ content: FileParts; notes: string[] }> {
  const found = await gather(db, viewer, appId);
  const { app, agents, tasks, tools } = found;
  const parts = [app, ...agents, ...tasks, ...tools];
  const inTexts = new Set(findPromptNames(...collectTexts(found)));
  const needs = {} as Record<NeedKind, ExistingResource[]>;
  for (const kind of kinds) {
    const ids = new Set(findReferencedIds(parts, kind));
    const all = ids.size > 0 || kind === "variable" ? await listExisting(db, viewer.teamId, kind) : [];
    needs[kind] = all.filter(({ id, name }) => ids.has(id) || (kind === "variable" && inTexts.has(name)));
  }
  const names: Record<RefKind, Map<string, string>> = {
    agent: createLocalNames(agents),
    task: createLocalNames(tasks),
    tool: createLocalNames(tools),
    model: createLocalNames(needs.model),
    datasource: createLocalNames(needs.datasource),
    variable: createLocalNames(needs.variable),
    person: createLocalNames(needs.person),
  };
  const local = <K extends keyof Parts>(held: ExistingPart<K>): Parts[K] =>
    mapRefs(held.kind, held.part, (kind, id) => names[kind].get(id) ?? null);
  const entry = <K extends "agent" | "task" | "tool">(held: ExistingPart<K>): Parts[K] => {
    const { name, ...part } = local(held);
    return { name, ...withRef(held, names[held.kind]), ...part } as Parts[K];
  };
  const elsewhere = await findPinsElsewhere(
    db,
    viewer.teamId,
    agents.map(({ id }) => id),
  );
  const pinnedBy = (agentId: string) =>
    elsewhere.filter((one) => one.agentId === agentId && names.tool.has(one.toolId));
  const content = {
    app: local(app),
    agents: agents.map((held) => ({
      ...entry(held),
      pinned: pinnedBy(held.id).map(({ toolId }) => names.tool.get(toolId) ?? ""),
    })),
    tasks: tasks.map(entry),
    tools: tools.map(entry),
    models: needs.model.map((one) => {
      const { name, provider, model, modelType } = one;
      return { name, ...withRef(one, names.model), provider, model, modelType };
    }),
    datasources: needs.datasource.map((one) => ({ name: one.name, ...withRef(one, names.datasource) })),
    variables: needs.variable.map(({ name, description, secret }) => ({ name, description, secret })),
    people: needs.person.map((one) => ({ name: one.name, ...withRef(one, names.person) })),
  };
  return {
    content,
    notes: agents.flatMap(({ id }) => pinnedBy(id)).map(({ agent, tool }) => describePin(agent, tool)),
  };
}

/**
 * Exports an app with all its dependencies as a file's text. Throws 404 if it is not visible to the viewer, and 409 if the file
 * could not be imported.
 */
export async function exportApp(db: Db, viewer: Viewer, appId: string): Promise<{ name: string; text: string }> {
  const { content, notes } = await collect(db, viewer, appId);
  requireReadable(content);
  const text = toFileText(content, new Date(), notes);
  if (text.length > maxImportLength)
    throw createTooMuchError(`is longer than ${maxImportLength.toLocaleString("en")} characters`);
  return { name: content.app.name, text };
}

/** The same as an import reads it, to be written for another system. */
export const exportFile = async (db: Db, viewer: Viewer, appId: string): Promise<TransferFile> =>
  requireReadable((await collect(db, viewer, appId)).content);
