import { and, eq } from "drizzle-orm";
import { type Defined, storedDefinitions } from "@/lib/contract/tool-kinds/all";
import { type ToolPart, toolPart } from "@/lib/contract/transfer-file";
import type { Checker } from "@/lib/permissions/checker";
import { isObject } from "@/lib/utils/is-object";
import { requireFunctionTool } from "../billing/limits";
import type { Db, Tx } from "../db/client";
import { nextVersion } from "../db/edit";
import { newId } from "../db/ids";
import { parseInput } from "../http/parse";
import { checkAsks } from "../inbox/service";
import { asksOf, fileAsksOf } from "../inbox/transfer";
import { knownNames } from "../variables/service";
import { keepSecrets, namesInSecrets, withoutSecrets } from "./definition";
import { type ToolRow, toolOf } from "./queries";
import { appliedOf, type Loaded } from "./revisions";
import { insertTool, type Prepared, prepare, saveRevision } from "./save";
import { holdRequired, mayReadSecrets, requireVariables, withConfirmed } from "./secret-variables";
import { freeFunctionName, requireFunctionName } from "./service";
import { settleLater } from "./settle";
import { tools } from "./table";
import { kindOf } from "./types/all";

type Definition = Record<string, unknown>;
type Reader = Pick<Db, "select">;

/** In a file a datasource stands by its name, so not as an id. */
function renamed(definition: Definition, from: string, to: string): Definition {
  const entries = Object.entries(definition).map(([name, value]) => [name === from ? to : name, value] as const);
  const own = Object.fromEntries(entries);
  return isObject(own.settings) ? { ...own, settings: renamed(own.settings as Definition, from, to) } : own;
}

/** A document of a service is an object in a file, to be read: it is kept as JSON. */
function opened(definition: Definition): Definition {
  if (typeof definition.document !== "string") return definition;
  try {
    return { ...definition, document: JSON.parse(definition.document) };
  } catch {
    return definition;
  }
}

function closed(definition: Definition): Definition {
  return isObject(definition.document) ? { ...definition, document: JSON.stringify(definition.document) } : definition;
}

/** Where secrets stand in a definition of a file, which nobody has parsed yet: `*` is every entry. */
const secretFields: Partial<Record<ToolPart["type"], { field: string; names: readonly string[] | "*" }>> = {
  function: { field: "environmentVariables", names: "*" },
  mcp: { field: "headers", names: "*" },
  http: { field: "auth", names: ["token", "password", "value"] },
};

/** The paths of the secrets in a definition of a file. */
export function secretPlaces({ type, definition }: Pick<ToolPart, "type" | "definition">): [string, string][] {
  const { field = "", names = [] } = secretFields[type] ?? {};
  const at = definition[field];
  if (!isObject(at)) return [];
  return Object.keys(at)
    .filter((name) => names === "*" || names.includes(name))
    .map((name) => [field, name]);
}

/** A definition with each of its secrets passed through a function. */
export function mapFileSecrets(
  part: Pick<ToolPart, "type" | "definition">,
  change: (secret: unknown) => unknown,
): Definition {
  const definition = { ...part.definition };
  for (const [field, name] of secretPlaces(part)) {
    const own = definition[field] as Definition;
    definition[field] = { ...own, [name]: change(own[name]) };
  }
  return definition;
}

/** The definition of a file's tool with ids in it, its secrets in clear or empty. Throws 400 at its fields. */
export function definedOf(part: Pick<ToolPart, "type" | "definition">): Defined {
  // Null stands for a secret that is still to be given.
  const given = mapFileSecrets(part, (secret) => secret ?? "");
  const sent = closed(renamed(given, "datasource", "datasourceId"));
  return { type: part.type, definition: parseInput(storedDefinitions[part.type], sent) } as Defined;
}

/** A file's tool with what its definition leaves to its type, so that it reads as what comes of it. Throws 400 at its fields. */
export function completedTool(part: ToolPart): ToolPart {
  const whole = renamed(opened(definedOf(part).definition), "datasourceId", "datasource");
  const definition = { ...whole };
  for (const [field, name] of secretPlaces(part)) {
    const given = part.definition[field] as Definition;
    definition[field] = { ...(definition[field] as Definition), [name]: given[name] };
  }
  return { ...part, definition };
}

/** The same back: without secrets, but for names of variables that stand for one. */
export function fileDefinition(defined: Defined, variables: ReadonlySet<string>): Definition {
  const parsed = { ...defined, definition: parseInput(storedDefinitions[defined.type], defined.definition) } as Defined;
  return renamed(opened(withoutSecrets(parsed, variables)), "datasourceId", "datasource");
}

export const appliedDefinition = async (db: Reader, row: ToolRow): Promise<Loaded> =>
  (await appliedOf(db, row)).defined;

/** A tool as a file has it, of its applied revision, with ids where the file has names. */
export function toolPartOf(row: ToolRow, applied: Loaded, variables: ReadonlySet<string>): ToolPart {
  const { name, functionName, type, description, requireApproval, repeatable } = row;
  const own = { name, functionName, type, description, requireApproval, repeatable };
  return toolPart.parse({ ...own, asks: fileAsksOf(row.asks), definition: fileDefinition(applied, variables) });
}

/** A file's tool that can be written: looked at, nothing run. */
export interface PreparedTool {
  prepared: Prepared;
  /** Paths of the secrets that are still to be given. */
  missing: string[];
}

/**
 * Looks at a file's tool, with the secrets of the one that it replaces. Throws 400 at the definition's fields, 403 for
 * secrets that are not the importer's.
 */
export async function prepareTool(
  db: Db,
  { teamId, permissions }: { teamId: string; permissions: Checker },
  part: ToolPart,
  replacedId: string | undefined,
  signal: AbortSignal,
): Promise<PreparedTool> {
  const stored = replacedId ? await appliedDefinition(db, await toolOf(db, teamId, replacedId)) : undefined;
  const sent = definedOf(part);
  const variables = new Set(await knownNames(db, teamId, namesInSecrets(sent)));
  const { missing, ...merged } = keepSecrets(sent, stored, mayReadSecrets(permissions), variables);
  const defined = withConfirmed(merged, stored);
  await requireVariables(db, teamId, defined);
  const prepared = await prepare(db, teamId, defined, signal);
  const names = missing.map((path) => path.join("."));
  if (names.length === 0 || prepared.standing.state === "pending") return { prepared, missing: names };
  const stateMessage = `Give it what an import leaves out: ${names.join(", ")}.`;
  return { prepared: { ...prepared, standing: { state: "error", stateMessage } }, missing: names };
}

/** Names that stand in the secrets of tools that are to be written. */
export const namesInTools = (tools: Iterable<PreparedTool>): string[] =>
  [...tools].flatMap(({ prepared }) => namesInSecrets(prepared.defined));

export interface ToolCaller {
  db: Db;
  teamId: string;
  accountId: string;
  team: { orgId: string };
  afterCommit: (work: () => void) => void;
}

const note = "From an imported file";

/** The file's own where no tool of the team has it. */
async function functionNameFor(tx: Tx, teamId: string, { functionName, name }: ToolPart): Promise<string> {
  const free = await freeFunctionName(tx, teamId, functionName ?? name);
  if (!functionName) return free;
  const [taken] = await tx
    .select({ id: tools.id })
    .from(tools)
    .where(and(eq(tools.teamId, teamId), eq(tools.functionName, functionName)));
  return taken ? free : functionName;
}

/** Writes a file's tool as a new one. */
export async function addTool(tx: Tx, caller: ToolCaller, part: ToolPart, { prepared }: PreparedTool): Promise<string> {
  const { db, teamId, accountId, team, afterCommit } = caller;
  const { name, type, description, requireApproval } = part;
  const asks = asksOf(part.asks);
  if (type === "function") await requireFunctionTool(tx, team.orgId);
  await checkAsks(tx, teamId, asks);
  await holdRequired(tx, teamId, prepared.defined);
  const id = newId("tool");
  const repeatable = part.repeatable ?? kindOf(type).repeatable;
  const functionName = await functionNameFor(tx, teamId, part);
  const row = { id, teamId, name, description, requireApproval, asks, repeatable };
  const revisionId = await insertTool(tx, row, prepared, { functionName, note, accountId });
  afterCommit(() => settleLater(db, { teamId, revisionId }, prepared.later));
  return id;
}

/** Writes a file's tool over another as its newest revision; unless it is applied, only as that. */
export async function changeTool(
  tx: Tx,
  { db, teamId, accountId, afterCommit }: ToolCaller,
  id: string,
  part: ToolPart,
  { prepared }: PreparedTool,
  apply: boolean,
): Promise<void> {
  await holdRequired(tx, teamId, prepared.defined);
  const row = await toolOf(tx, teamId, id);
  const saved = await saveRevision(tx, row, prepared, { accountId, note, apply });
  const asks = asksOf(part.asks);
  const { name, description, requireApproval, functionName = row.functionName, repeatable = row.repeatable } = part;
  if (apply) {
    await checkAsks(tx, teamId, asks);
    if (functionName !== row.functionName) await requireFunctionName(tx, teamId, functionName);
  }
  const own = apply ? { name, description, requireApproval, functionName, repeatable, asks } : {};
  await tx
    .update(tools)
    .set({ ...own, ...saved.change, version: nextVersion, updatedBy: accountId, dateUpdated: new Date() })
    .where(and(eq(tools.teamId, teamId), eq(tools.id, id)));
  afterCommit(() => settleLater(db, { teamId, revisionId: saved.revisionId }, prepared.later));
}
