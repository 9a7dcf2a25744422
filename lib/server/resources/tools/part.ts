import { and, eq } from "drizzle-orm";
import { storedDefinitions, type TypedDefinition } from "@/lib/contract/tools/kinds/all";
import { type ToolPart, toolPart } from "@/lib/contract/transfers/file";
import type { Checker } from "@/lib/permissions/checker";
import { isObject } from "@/lib/utils/json/is-object";
import type { Reader, Tx } from "../../platform/db/client";
import { tools } from "../../platform/db/tables/tools";
import { parseInput } from "../../platform/http/body/parse";
import { fromFileInputRequest, toFileInputRequest } from "../inbox/part";
import type { ToolRow } from "../references/tools";
import { findExistingNames } from "../references/variables";
import { listNamesInSecrets } from "./definition";
import { findFreeFunctionName } from "./function-names";
import { keepSecrets, withoutSecrets } from "./merge-secrets";
import { getTool } from "./queries";
import { getAppliedRevision, type LoadedDefinition } from "./revisions";
import { type PreparedDefinition, prepare } from "./save";
import { addConfirmedNames, canReadSecrets, requireVariables } from "./secret-variables";

type Definition = Record<string, unknown>;

/** Files refer to a datasource by name. */
function renameField(definition: Definition, from: string, to: string): Definition {
  const entries = Object.entries(definition).map(([name, value]) => [name === from ? to : name, value] as const);
  const own = Object.fromEntries(entries);
  return isObject(own.settings) ? { ...own, settings: renameField(own.settings as Definition, from, to) } : own;
}

/** An OpenAPI document is an object in a file, for readability, but stored as JSON text. */
function parseDocument(definition: Definition): Definition {
  if (typeof definition.document !== "string") return definition;
  try {
    return { ...definition, document: JSON.parse(definition.document) };
  } catch {
    return definition;
  }
}

function serializeDocument(definition: Definition): Definition {
  return isObject(definition.document) ? { ...definition, document: JSON.stringify(definition.document) } : definition;
}

/** Paths of secrets in an unparsed definition of a file; `*` matches every entry. */
const secretFields: Partial<Record<ToolPart["type"], { field: string; names: readonly string[] | "*" }>> = {
  function: { field: "environmentVariables", names: "*" },
  mcp: { field: "headers", names: "*" },
  http: { field: "auth", names: ["token", "password", "value"] },
};

/** The paths of secrets in a file's definition. */
export function findSecretPaths({ type, definition }: Pick<ToolPart, "type" | "definition">): [string, string][] {
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
  for (const [field, name] of findSecretPaths(part)) {
    const own = definition[field] as Definition;
    definition[field] = { ...own, [name]: change(own[name]) };
  }
  return definition;
}

/** The definition of a file's tool after ids have been resolved, with plain or empty secrets. Throws 400 at its fields. */
function toDefinition(part: Pick<ToolPart, "type" | "definition">): TypedDefinition {
  // Null is a secret still to be entered.
  const given = mapFileSecrets(part, (secret) => secret ?? "");
  const sent = serializeDocument(renameField(given, "datasource", "datasourceId"));
  return { type: part.type, definition: parseInput(storedDefinitions[part.type], sent) } as TypedDefinition;
}

/** A file's tool with defaults applied, for comparison. Throws 400 at its fields. */
export function completeTool(part: ToolPart): ToolPart {
  const whole = renameField(parseDocument(toDefinition(part).definition), "datasourceId", "datasource");
  const definition = { ...whole };
  for (const [field, name] of findSecretPaths(part)) {
    const given = part.definition[field] as Definition;
    definition[field] = { ...(definition[field] as Definition), [name]: given[name] };
  }
  return { ...part, definition };
}

/** The reverse: without secrets, except variable names. */
function toFileDefinition(defined: TypedDefinition, variables: ReadonlySet<string>): Definition {
  const parsed = {
    ...defined,
    definition: parseInput(storedDefinitions[defined.type], defined.definition),
  } as TypedDefinition;
  return renameField(parseDocument(withoutSecrets(parsed, variables)), "datasourceId", "datasource");
}

export const getAppliedDefinition = async (db: Reader, row: ToolRow): Promise<LoadedDefinition> =>
  (await getAppliedRevision(db, row)).defined;

/** A tool's part of an exported file, from its applied revision, with ids in place of names. */
export function toToolPart(row: ToolRow, applied: LoadedDefinition, variables: ReadonlySet<string>): ToolPart {
  const { name, functionName, type, description, requireApproval, repeatable } = row;
  const own = { name, functionName, type, description, requireApproval, repeatable };
  return toolPart.parse({
    ...own,
    asks: row.asks && toFileInputRequest(row.asks),
    definition: toFileDefinition(applied, variables),
  });
}

/** A validated tool of a file. */
export interface PreparedTool {
  prepared: PreparedDefinition;
  /** Paths of missing secrets. */
  missing: string[];
}

/**
 * Validates a file's tool, with the secrets of the tool that it replaces. Throws 400 at the definition's fields, 403 for
 * secrets that the importer may not use.
 */
export async function prepareTool(
  db: Reader,
  { teamId, permissions }: { teamId: string; permissions: Checker },
  part: ToolPart,
  replacedId: string | undefined,
  signal: AbortSignal,
): Promise<PreparedTool> {
  const stored = replacedId ? await getAppliedDefinition(db, await getTool(db, teamId, replacedId)) : undefined;
  const sent = toDefinition(part);
  const variables = new Set(await findExistingNames(db, teamId, listNamesInSecrets(sent)));
  const { missing, ...merged } = keepSecrets(sent, stored, canReadSecrets(permissions), variables);
  const defined = addConfirmedNames(merged, stored);
  await requireVariables(db, teamId, defined);
  const prepared = await prepare(db, teamId, defined, signal);
  const names = missing.map((path) => path.join("."));
  if (names.length === 0 || prepared.status.state === "pending") return { prepared, missing: names };
  const stateMessage = `Enter the values that the import omits: ${names.join(", ")}.`;
  return { prepared: { ...prepared, status: { state: "error", stateMessage } }, missing: names };
}

/** Variable names in the secrets of imported tools. */
export const listNamesInTools = (tools: Iterable<PreparedTool>): string[] =>
  [...tools].flatMap(({ prepared }) => listNamesInSecrets(prepared.defined));

/** The file's function name if it is unique in the team. */
export async function chooseFunctionName(tx: Tx, teamId: string, { functionName, name }: ToolPart): Promise<string> {
  const free = await findFreeFunctionName(tx, teamId, functionName ?? name);
  if (!functionName) return free;
  const [taken] = await tx
    .select({ id: tools.id })
    .from(tools)
    .where(and(eq(tools.teamId, teamId), eq(tools.functionName, functionName)));
  return taken ? free : functionName;
}

/** The columns of a file's tool, without its definition. */
export const toToolColumns = ({ name, description, requireApproval, repeatable, functionName, asks }: ToolPart) => ({
  name,
  description,
  requireApproval,
  asks: asks && fromFileInputRequest(asks),
  ...(repeatable !== undefined && { repeatable }),
  ...(functionName !== undefined && { functionName }),
});
