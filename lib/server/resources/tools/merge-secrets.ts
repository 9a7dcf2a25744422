import type { Issue } from "@/lib/contract/base/error";
import type { TypedDefinition } from "@/lib/contract/tools/kinds/all";
import { sameJson } from "@/lib/utils/json/same-json";
import { findPromptNames } from "@/lib/utils/text/prompt-names";
import { DOTS, isMaskOf } from "../../platform/crypto/mask";
import {
  asDefined,
  invalidDefinition,
  mapSecrets,
  replaced,
  type Sending,
  type StoredDefinition,
  valueAt,
} from "./definition";
import { kindOf } from "./types/all";

/**
 * Why stored secrets cannot be retained in a changed definition; undefined when they can. An entered secret counts as a change
 * without comparison, because the result would reveal whether it is the stored one.
 */
function whyEnter(
  sent: TypedDefinition,
  stored: TypedDefinition | undefined,
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

/** A definition with retained secrets. */
export interface Merged {
  defined: TypedDefinition;
  sent: Sending;
}

/**
 * Merges a submitted definition with the stored one: a masked secret keeps its stored value, unless the change would let
 * secrets be sent elsewhere, or be read by code whose author may not read them; then it must be entered again. Returns issues
 * at the secrets' fields.
 */
export function mergeSecrets(
  sent: TypedDefinition,
  stored: TypedDefinition | undefined,
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
export function mergeDefinition(sent: TypedDefinition, stored: TypedDefinition | undefined, mayRead: boolean): Merged {
  const { merged, issues } = mergeSecrets(sent, stored, mayRead);
  if (issues.length > 0) throw invalidDefinition(issues);
  return merged;
}

const isReference = (secret: string, known: ReadonlySet<string>): boolean => {
  const [name] = findPromptNames(secret);
  return name !== undefined && secret === `{${name}}` && known.has(name);
};

/** For export: secrets become null, except those that are only a variable's name in braces. */
export function withoutSecrets(
  { type, definition }: TypedDefinition,
  variables: ReadonlySet<string>,
): StoredDefinition {
  return kindOf(type)
    .secretPaths(definition)
    .reduce<StoredDefinition>((at, path) => {
      const secret = valueAt(definition, path);
      const stays = typeof secret === "string" && isReference(secret, variables);
      return stays ? at : replaced(at, path, null);
    }, definition);
}

/**
 * Merges a definition from a file, whose secrets are empty: each keeps the stored value under the same conditions as above. A
 * `{name}` of one of `variables` also keeps it if the stored one is equal, which exports show to everyone. Returns the paths of
 * missing secrets.
 */
export function keepSecrets(
  sent: TypedDefinition,
  stored: TypedDefinition | undefined,
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
  const definition = empty.reduce<StoredDefinition>((at, path) => {
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
