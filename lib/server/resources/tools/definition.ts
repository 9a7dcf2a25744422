import type { Issue } from "@/lib/contract/base/error";
import { type TypedDefinition, toolDefinitions } from "@/lib/contract/tools/kinds/all";
import { isNamed } from "@/lib/utils/json/is-object";
import { sameJson } from "@/lib/utils/json/same-json";
import { fillNames, findPromptNames } from "@/lib/utils/text/prompt-names";
import { maskSecret } from "../../platform/crypto/mask";
import { openSecret, sealSecret } from "../../platform/crypto/secrets";
import { AppError } from "../../platform/errors/errors";
import { parseInput } from "../../platform/http/body/parse";
import { kindOf } from "./types/all";

type Definition = Record<string, unknown>;
export type StoredDefinition = Definition;
/** How a definition was submitted. */
export interface Sending {
  mayRead: boolean;
  /** Paths of retained stored secrets, such as `environmentVariables.KEY`. */
  kept: readonly string[];
  /** It contains newly entered secrets. */
  entered: boolean;
}
/** A definition with the names of secret variables confirmed in its secrets; with `sent` before it is stored. */
export type Confirmed = TypedDefinition & { confirmed: readonly string[]; sent?: Sending };

/** Where a definition is stored: its secrets are sealed for this place. */
export interface RevisionPlace {
  teamId: string;
  revisionId: string;
}

export function valueAt(definition: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (isNamed(at) && Object.hasOwn(at, name) ? at[name] : undefined),
    definition,
  );
}

export function replaced(at: unknown, [name, ...rest]: readonly string[], value: string | null): Definition {
  const own = isNamed(at) ? at : {};
  if (name === undefined) return own;
  return { ...own, [name]: rest.length === 0 ? value : replaced(own[name], rest, value) };
}

/** Maps the secrets of a definition, such as by sealing them. */
export function mapSecrets<D extends TypedDefinition>(
  { type, definition }: D,
  change: (secret: string, path: string[]) => string,
): D {
  const changed = kindOf(type)
    .secretPaths(definition)
    .reduce<unknown>((at, path) => {
      const secret = valueAt(at, path);
      return typeof secret === "string" && secret !== "" ? replaced(at, path, change(secret, path)) : at;
    }, definition);
  return { type, definition: changed } as D;
}

/** A stored definition with its type. Validated when it was saved. */
export const asDefined = (type: TypedDefinition["type"], definition: unknown) =>
  ({ type, definition }) as TypedDefinition;

export const openDefinition = (
  type: TypedDefinition["type"],
  stored: StoredDefinition,
  { teamId, revisionId }: RevisionPlace,
): TypedDefinition =>
  mapSecrets(asDefined(type, stored), (sealed) => openSecret("tool", { teamId, rowId: revisionId }, sealed));

export const sealDefinition = (defined: TypedDefinition, { teamId, revisionId }: RevisionPlace): StoredDefinition =>
  mapSecrets(defined, (secret) => sealSecret("tool", { teamId, rowId: revisionId }, secret)).definition;

/** With masked secrets. */
export const maskDefinition = (defined: TypedDefinition): TypedDefinition => mapSecrets(defined, maskSecret);

/** The decrypted secrets, to be redacted from the tool's output. */
export function secretsOf(defined: TypedDefinition): string[] {
  const found: string[] = [];
  mapSecrets(defined, (secret) => {
    found.push(secret);
    return secret;
  });
  return found;
}

/** Names in braces in its secrets, which may be variables. */
export const namesInSecrets = (defined: TypedDefinition): string[] => findPromptNames(...secretsOf(defined));

/** The same by path, such as `environmentVariables.KEY`. */
export function namesByPath(defined: TypedDefinition): { path: string; field: string; names: string[] }[] {
  const found: { path: string; field: string; names: string[] }[] = [];
  mapSecrets(defined, (secret, path) => {
    found.push({ path: path.join("."), field: path.at(-1) ?? "", names: findPromptNames(secret) });
    return secret;
  });
  return found;
}

/** Replaces variable names by their values. */
export const filledDefinition = (defined: TypedDefinition, values: ReadonlyMap<string, string>): TypedDefinition =>
  mapSecrets(defined, (secret) => fillNames(secret, values));

const underDefinition = (issues: Issue[]): Issue[] =>
  issues.map(({ path, message }) => ({ path: path ? `definition.${path}` : "definition", message }));

/** 400 with issues at the definition's fields. */
export function invalidDefinition(issues: Issue[]): AppError {
  const [first] = issues;
  return new AppError("invalid", first?.message ?? "This definition is not valid.", {
    issues: underDefinition(issues),
  });
}

/** Parses a submitted definition by type. Throws 400 at the fields. */
export function parseDefinition(type: TypedDefinition["type"], sent: unknown): TypedDefinition {
  try {
    return asDefined(type, parseInput(toolDefinitions[type], sent) as StoredDefinition);
  } catch (error) {
    if (error instanceof AppError && error.extra.issues) throw invalidDefinition(error.extra.issues);
    throw error;
  }
}

/** Whether two definitions are equal, including secrets. */
export const sameDefinition = (one: TypedDefinition, other: TypedDefinition): boolean =>
  sameJson(one.definition, other.definition);
