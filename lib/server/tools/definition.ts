import type { Issue } from "@/lib/contract/error";
import { type Defined, toolDefinitions } from "@/lib/contract/tool-kinds/all";
import { isNamed } from "@/lib/utils/is-object";
import { fillNames, namesIn } from "@/lib/utils/prompt-names";
import { sameJson } from "@/lib/utils/same-json";
import { DOTS, isMaskOf, maskSecret } from "../crypto/mask";
import { openSecret, sealSecret } from "../crypto/secrets";
import { AppError } from "../http/errors";
import { parseInput } from "../http/parse";
import { kindOf } from "./types/all";

type Definition = Record<string, unknown>;
export type StoredDefinition = Definition;
/** How somebody sends a definition. */
export interface Sending {
  mayRead: boolean;
  /** Paths of the stored secrets that it keeps, such as `environmentVariables.KEY`. */
  kept: readonly string[];
  /** It has secrets in clear. */
  entered: boolean;
}
/** A definition with the names in its secrets that may stand for secret variables; with `sent` where it is not stored yet. */
export type Confirmed = Defined & { confirmed: readonly string[]; sent?: Sending };

/** Where a definition is stored: its secrets open nowhere else. */
export interface RevisionPlace {
  teamId: string;
  revisionId: string;
}

function valueAt(definition: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (isNamed(at) && Object.hasOwn(at, name) ? at[name] : undefined),
    definition,
  );
}

function replaced(at: unknown, [name, ...rest]: readonly string[], value: string | null): Definition {
  const own = isNamed(at) ? at : {};
  if (name === undefined) return own;
  return { ...own, [name]: rest.length === 0 ? value : replaced(own[name], rest, value) };
}

/** A definition with each of its secrets passed through a function. Sealed ones stand where clear ones do. */
function mapSecrets<D extends Defined>({ type, definition }: D, change: (secret: string, path: string[]) => string): D {
  const changed = kindOf(type)
    .secretPaths(definition)
    .reduce<unknown>((at, path) => {
      const secret = valueAt(at, path);
      return typeof secret === "string" && secret !== "" ? replaced(at, path, change(secret, path)) : at;
    }, definition);
  return { type, definition: changed } as D;
}

/** A stored definition as its type has it. What is stored was parsed when it was saved. */
const asDefined = (type: Defined["type"], stored: StoredDefinition) =>
  ({ type, definition: stored }) as unknown as Defined;

export const openDefinition = (
  type: Defined["type"],
  stored: StoredDefinition,
  { teamId, revisionId }: RevisionPlace,
): Defined =>
  mapSecrets(asDefined(type, stored), (sealed) => openSecret("tool", { teamId, rowId: revisionId }, sealed));

export const sealDefinition = (defined: Defined, { teamId, revisionId }: RevisionPlace): StoredDefinition =>
  mapSecrets(defined, (secret) => sealSecret("tool", { teamId, rowId: revisionId }, secret)).definition;

/** As a read shows it. */
export const maskDefinition = (defined: Defined): Defined => mapSecrets(defined, maskSecret);

/** The secrets in clear, to be cut out of what the tool says. */
export function secretsOf(defined: Defined): string[] {
  const found: string[] = [];
  mapSecrets(defined, (secret) => {
    found.push(secret);
    return secret;
  });
  return found;
}

/** The names in braces in its secrets, where variables of the team's can stand. */
export const namesInSecrets = (defined: Defined): string[] => namesIn(...secretsOf(defined));

/** The same by the secrets' paths, such as `environmentVariables.KEY`. */
export function namesByPath(defined: Defined): { path: string; field: string; names: string[] }[] {
  const found: { path: string; field: string; names: string[] }[] = [];
  mapSecrets(defined, (secret, path) => {
    found.push({ path: path.join("."), field: path.at(-1) ?? "", names: namesIn(secret) });
    return secret;
  });
  return found;
}

/** With the variables' values in place of their names. */
export const filledDefinition = (defined: Defined, values: ReadonlyMap<string, string>): Defined =>
  mapSecrets(defined, (secret) => fillNames(secret, values));

const underDefinition = (issues: Issue[]): Issue[] =>
  issues.map(({ path, message }) => ({ path: path ? `definition.${path}` : "definition", message }));

/** 400 with the issues at the definition's fields. */
export function invalidDefinition(issues: Issue[]): AppError {
  const [first] = issues;
  return new AppError("invalid", first?.message ?? "This definition is not valid.", {
    issues: underDefinition(issues),
  });
}

/** What was sent, as its type has it. Throws 400 at the fields. */
export function parseDefinition(type: Defined["type"], sent: unknown): Defined {
  try {
    return asDefined(type, parseInput(toolDefinitions[type], sent) as StoredDefinition);
  } catch (error) {
    if (error instanceof AppError && error.extra.issues) throw invalidDefinition(error.extra.issues);
    throw error;
  }
}

/**
 * Why stored secrets cannot stay in a changed definition, in which they stand in clear; undefined where they can. A secret that
 * was entered counts as a change without being compared: the answer would say whether it is the stored one.
 */
function whyEnter(
  sent: Defined,
  stored: Defined | undefined,
  { mayRead, entered }: Omit<Sending, "kept">,
): string | undefined {
  if (!stored) return undefined;
  const kind = kindOf(sent.type);
  const known = new Set(kind.addresses(stored.definition));
  if (kind.addresses(sent.definition).some((address) => !known.has(address))) return "it could go to a new address.";
  if (mayRead) return undefined;
  if (!entered && sameJson(kind.readers(sent.definition), kind.readers(stored.definition))) return undefined;
  return "what you have changed could read it. Whoever may edit variables can leave it as it is.";
}

/** A definition with stored secrets where it keeps them. */
export interface Merged {
  defined: Defined;
  sent: Sending;
}

/**
 * The definition that a form means: a secret's mask keeps the stored value, unless secrets could then go somewhere they
 * could not before, or be read by what is changed and the caller may not read them; then it must be entered again. Answers
 * with the issues at the secrets' fields.
 */
export function mergeSecrets(
  sent: Defined,
  stored: Defined | undefined,
  mayRead: boolean,
): { merged: Merged; issues: Issue[] } {
  const kept: string[][] = [];
  const issues: Issue[] = [];
  let entered = false;
  const defined = mapSecrets(sent, (secret, path) => {
    const old = valueAt(stored?.definition, path);
    if (typeof old === "string" && old !== "" && isMaskOf(secret, old)) {
      kept.push(path);
      return old;
    }
    if (secret.includes(DOTS)) issues.push({ path: path.join("."), message: "Enter the value itself, not its mask." });
    entered = true;
    return secret;
  });
  const why = whyEnter(defined, stored, { mayRead, entered });
  if (why)
    issues.push(...kept.map((path) => ({ path: path.join("."), message: `Enter ${path.at(-1)} again: ${why}` })));
  return { merged: { defined, sent: { mayRead, entered, kept: kept.map((path) => path.join(".")) } }, issues };
}

/** The same; throws 400 at the secrets' fields. */
export function mergeDefinition(sent: Defined, stored: Defined | undefined, mayRead: boolean): Merged {
  const { merged, issues } = mergeSecrets(sent, stored, mayRead);
  if (issues.length > 0) throw invalidDefinition(issues);
  return merged;
}

/** Both say the same, secrets included. */
export const sameDefinition = (one: Defined, other: Defined): boolean => sameJson(one.definition, other.definition);

const isReference = (secret: string, known: ReadonlySet<string>): boolean => {
  const [name] = namesIn(secret);
  return name !== undefined && secret === `{${name}}` && known.has(name);
};

/** For a file: null in place of every secret, but for one that is a variable's name in braces and nothing else. */
export function withoutSecrets({ type, definition }: Defined, variables: ReadonlySet<string>): Definition {
  return kindOf(type)
    .secretPaths(definition)
    .reduce<Definition>((at, path) => {
      const secret = valueAt(definition, path);
      const stays = typeof secret === "string" && isReference(secret, variables);
      return stays ? at : replaced(at, path, null);
    }, definition);
}

/**
 * A definition out of a file, whose secrets are empty: each keeps what is stored in its place, unless secrets could then go
 * somewhere they could not before, or be read by what is changed and the caller may not read them. `{name}` of one of
 * `variables` keeps it too where the stored one is the same, which an export shows to everybody. Answers the paths of those
 * that are still to be given.
 */
export function keepSecrets(
  sent: Defined,
  stored: Defined | undefined,
  mayRead: boolean,
  variables: ReadonlySet<string>,
): Merged & { missing: string[][] } {
  const paths = kindOf(sent.type).secretPaths(sent.definition);
  const empty = paths.filter((path) => valueAt(sent.definition, path) === "");
  const isKept = (path: string[]) => {
    const own = valueAt(sent.definition, path);
    return (
      !mayRead && typeof own === "string" && own === valueAt(stored?.definition, path) && isReference(own, variables)
    );
  };
  const given = paths.filter((path) => !empty.includes(path));
  const entered = given.some((path) => !isKept(path));
  const missing: string[][] = [];
  const definition = empty.reduce<Definition>((at, path) => {
    const old = valueAt(stored?.definition, path);
    if (typeof old === "string" && old !== "") return replaced(at, path, old);
    missing.push(path);
    return at;
  }, sent.definition);
  const defined = asDefined(sent.type, definition);
  if (whyEnter(defined, stored, { mayRead, entered }))
    return { defined: sent, missing: empty, sent: { mayRead, entered, kept: [] } };
  const kept = [...given.filter(isKept), ...empty.filter((path) => !missing.includes(path))];
  return { defined, missing, sent: { mayRead, entered, kept: kept.map((path) => path.join(".")) } };
}
