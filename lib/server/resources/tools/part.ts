import { and, eq } from "drizzle-orm";
import { storedDefinitions, type TypedDefinition } from "@/lib/contract/tools/kinds/all";
import { type ToolPart, toolPart } from "@/lib/contract/transfers/file";
import type { Checker } from "@/lib/permissions/checker";
import { isObject } from "@/lib/utils/json/is-object";
import type { Db, Reader, Tx } from "../../platform/db/client";
import { tools } from "../../platform/db/tables/tools";
import { parseInput } from "../../platform/http/body/parse";
import { fromFileInputRequest, toFileInputRequest } from "../inbox/part";
import type { ToolRow } from "../references/tools";
import { existingNames } from "../references/variables";
import { namesInSecrets } from "./definition";
import { freeFunctionName } from "./function-names";
import { keepSecrets, withoutSecrets } from "./merge-secrets";
import { getTool } from "./queries";
import { getAppliedRevision, type Loaded } from "./revisions";
import { type Prepared, prepare } from "./save";
import { addConfirmedNames, mayReadSecrets, requireVariables } from "./secret-variables";

type Definition = Record<string, unknown>;

/** Files refer to a datasource by name. */
function renamed(definition: Definition, from: string, to: string): Definition {
  const entries = Object.entries(definition).map(([name, value]) => [name === from ? to : name, value] as const);
  const own = Object.fromEntries(entries);
  return isObject(own.settings) ? { ...own, settings: renamed(own.settings as Definition, from, to) } : own;
}

/** An OpenAPI document is an object in a file, for readability, but stored as JSON text. */
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

/** Paths of secrets in an unparsed definition of a file; `*` matches every entry. */
const secretFields: Partial<Record<ToolPart["type"], { field: string; names: readonly string[] | "*" }>> = {
  function: { field: "environmentVariables", names: "*" },
  mcp: { field: "headers", names: "*" },
  http: { field: "auth", names: ["token", "password", "value"] },
};

/** The paths of secrets in a file's definition. */
export function secretPlaces({ type, definition }: Pick<ToolPart, "type" | "definition">): [string, string][] {
  const { field = "", names = [] } = secretFields[type] ?? {};
  const at = definition[field];
  if (!isObject(at)) return [];
  return Object.keys(at)
    .filter((name) => names === "*" || names.includes(name))
    .map((name) => [field, name]);
}

/** Maps a definition's secrets. */
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

/** The definition of a file's tool after ids have been resolved, with plain or empty secrets. Throws 400 at its fields. */
function definedOf(part: Pick<ToolPart, "type" | "definition">): TypedDefinition {
  // Null is a secret still to be entered.
  const given = mapFileSecrets(part, (secret) => secret ?? "");
  const sent = closed(renamed(given, "datasource", "datasourceId"));
  return { type: part.type, definition: parseInput(storedDefinitions[part.type], sent) } as TypedDefinition;
}

/** A file's tool with defaults applied, for comparison. Throws 400 at its fields. */
export function completedTool(part: ToolPart): ToolPart {
  const whole = renamed(opened(definedOf(part).definition), "datasourceId", "datasource");
  const definition = { ...whole };
  for (const [field, name] of secretPlaces(part)) {
    const given = part.definition[field] as Definition;
    definition[field] = { ...(definition[field] as Definition), [name]: given[name] };
  }
  return { ...part, definition };
}

/** The reverse: without secrets, except variable names. */
function fileDefinition(defined: TypedDefinition, variables: ReadonlySet<string>): Definition {
  const parsed = {
    ...defined,
    definition: parseInput(storedDefinitions[defined.type], defined.definition),
  } as TypedDefinition;
  return renamed(opened(withoutSecrets(parsed, variables)), "datasourceId", "datasource");
}

export const appliedDefinition = async (db: Reader, row: ToolRow): Promise<Loaded> =>
  (await getAppliedRevision(db, row)).defined;

/** A tool's part of an exported file, from its applied revision, with ids in place of names. */
export function toolPartOf(row: ToolRow, applied: Loaded, variables: ReadonlySet<string>): ToolPart {
  const { name, functionName, type, description, requireApproval, repeatable } = row;
  const own = { name, functionName, type, description, requireApproval, repeatable };
  return toolPart.parse({ ...own, asks: toFileInputRequest(row.asks), definition: fileDefinition(applied, variables) });
}

/** A validated tool of a file. */
export interface PreparedTool {
  prepared: Prepared;
  /** Paths of missing secrets. */
  missing: string[];
}

/**
 * Validates a file's tool, with the secrets of the tool that it replaces. Throws 400 at the definition's fields, 403 for
 * secrets that the importer may not use.
 */
export async function prepareTool(
  db: Db,
  { teamId, permissions }: { teamId: string; permissions: Checker },
  part: ToolPart,
  replacedId: string | undefined,
  signal: AbortSignal,
): Promise<PreparedTool> {
  const stored = replacedId ? await appliedDefinition(db, await getTool(db, teamId, replacedId)) : undefined;
  const sent = definedOf(part);
  const variables = new Set(await existingNames(db, teamId, namesInSecrets(sent)));
  const { missing, ...merged } = keepSecrets(sent, stored, mayReadSecrets(permissions), variables);
  const defined = addConfirmedNames(merged, stored);
  await requireVariables(db, teamId, defined);
  const prepared = await prepare(db, teamId, defined, signal);
  const names = missing.map((path) => path.join("."));
  if (names.length === 0 || prepared.standing.state === "pending") return { prepared, missing: names };
  const stateMessage = `Give it what an import leaves out: ${names.join(", ")}.`;
  return { prepared: { ...prepared, standing: { state: "error", stateMessage } }, missing: names };
}

/** Variable names in the secrets of imported tools. */
export const namesInTools = (tools: Iterable<PreparedTool>): string[] =>
  [...tools].flatMap(({ prepared }) => namesInSecrets(prepared.defined));

/** The file's function name if it is unique in the team. */
export async function functionNameFor(tx: Tx, teamId: string, { functionName, name }: ToolPart): Promise<string> {
  const free = await freeFunctionName(tx, teamId, functionName ?? name);
  if (!functionName) return free;
  const [taken] = await tx
    .select({ id: tools.id })
    .from(tools)
    .where(and(eq(tools.teamId, teamId), eq(tools.functionName, functionName)));
  return taken ? free : functionName;
}

/** The columns of a file's tool, without its definition. */
export const toolColumnsOf = ({ name, description, requireApproval, repeatable, functionName, asks }: ToolPart) => ({
  name,
  description,
  requireApproval,
  asks: fromFileInputRequest(asks),
  ...(repeatable !== undefined && { repeatable }),
  ...(functionName !== undefined && { functionName }),
});
