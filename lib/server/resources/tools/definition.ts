import type { Issue } from "@/lib/contract/base/error";
import { type TypedDefinition, toolDefinitions } from "@/lib/contract/tools/kinds/all";
import { isRecord } from "@/lib/utils/json/is-object";
import { sameJson } from "@/lib/utils/json/same-json";
import { fillNames, findPromptNames } from "@/lib/utils/text/prompt-names";
import { maskSecret } from "../../platform/crypto/mask";
import { openSecret, sealSecret } from "../../platform/crypto/secrets";
import { AppError } from "../../platform/errors/errors";
import { parseInput } from "../../platform/http/body/parse";
import { getToolImplementation } from "./types/all";

type Definition = Record<string, unknown>;
export type StoredDefinition = Definition;
/** How a definition's secrets were submitted. */
export interface SubmittedSecrets {
  canRead: boolean;
  /** Paths of retained stored secrets, such as `environmentVariables.KEY`. */
  kept: readonly string[];
  /** It contains newly entered secrets. */
  entered: boolean;
}
/** A definition with the names of secret variables confirmed in its secrets; with `sent` before it is stored. */
export type ConfirmedDefinition = TypedDefinition & { confirmed: readonly string[]; sent?: SubmittedSecrets };

/** The revision that a definition belongs to: its secrets are sealed for this row. */
export interface RevisionPlace {
  teamId: string;
  revisionId: string;
}

export function getValueAt(definition: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined),
    definition,
  );
}

export function replaceAt(at: unknown, [name, ...rest]: readonly string[], value: string | null): Definition {
  const own = isRecord(at) ? at : {};
  if (name === undefined) return own;
  return { ...own, [name]: rest.length === 0 ? value : replaceAt(own[name], rest, value) };
}

/** Maps the secrets of a definition, such as by sealing them. */
export function mapSecrets<D extends TypedDefinition>(
  { type, definition }: D,
  change: (secret: string, path: string[]) => string,
): D {
  const changed = getToolImplementation(type)
    .secretPaths(definition)
    .reduce<unknown>((at, path) => {
      const secret = getValueAt(at, path);
      return typeof secret === "string" && secret !== "" ? replaceAt(at, path, change(secret, path)) : at;
    }, definition);
  return { type, definition: changed } as D;
}

/** A stored definition with its type. Validated when it was saved. */
export const toTyped = (type: TypedDefinition["type"], definition: unknown) =>
  ({ type, definition }) as TypedDefinition;

export const openDefinition = (
  type: TypedDefinition["type"],
  stored: StoredDefinition,
  { teamId, revisionId }: RevisionPlace,
): TypedDefinition =>
  mapSecrets(toTyped(type, stored), (sealed) => openSecret("tool", { teamId, rowId: revisionId }, sealed));

export const sealDefinition = (defined: TypedDefinition, { teamId, revisionId }: RevisionPlace): StoredDefinition =>
  mapSecrets(defined, (secret) => sealSecret("tool", { teamId, rowId: revisionId }, secret)).definition;

/** Returns the definition with masked secrets. */
export const maskDefinition = (defined: TypedDefinition): TypedDefinition => mapSecrets(defined, maskSecret);

/** The decrypted secrets, to be redacted from the tool's output. */
export function listSecrets(defined: TypedDefinition): string[] {
  const found: string[] = [];
  mapSecrets(defined, (secret) => {
    found.push(secret);
    return secret;
  });
  return found;
}

/** Names in braces in its secrets, which may be variables. */
export const listNamesInSecrets = (defined: TypedDefinition): string[] => findPromptNames(...listSecrets(defined));

/** The same by path, such as `environmentVariables.KEY`. */
export function listNamesByPath(defined: TypedDefinition): { path: string; field: string; names: string[] }[] {
  const found: { path: string; field: string; names: string[] }[] = [];
  mapSecrets(defined, (secret, path) => {
    found.push({ path: path.join("."), field: path.at(-1) ?? "", names: findPromptNames(secret) });
    return secret;
  });
  return found;
}

/** Replaces variable names by their values. */
export const fillDefinition = (defined: TypedDefinition, values: ReadonlyMap<string, string>): TypedDefinition =>
  mapSecrets(defined, (secret) => fillNames(secret, values));

const prefixIssues = (issues: Issue[]): Issue[] =>
  issues.map(({ path, message }) => ({ path: path ? `definition.${path}` : "definition", message }));

/** 400 with issues at the definition's fields. */
export function createDefinitionError(issues: Issue[]): AppError {
  const [first] = issues;
  return new AppError("invalid", first?.message ?? "This definition isn't valid.", {
    issues: prefixIssues(issues),
  });
}

/** Parses a submitted definition by type. Throws 400 at the fields. */
export function parseDefinition(type: TypedDefinition["type"], sent: unknown): TypedDefinition {
  try {
    return toTyped(type, parseInput(toolDefinitions[type], sent) as StoredDefinition);
  } catch (error) {
    if (error instanceof AppError && error.extra.issues) throw createDefinitionError(error.extra.issues);
    throw error;
  }
}

/** Whether two definitions are equal, including secrets. */
export const isEqualDefinition = (one: TypedDefinition, other: TypedDefinition): boolean =>
  sameJson(one.definition, other.definition);
