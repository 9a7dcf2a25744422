import type { Issue } from "@/lib/contract/base/error";
import type { TypedDefinition } from "@/lib/contract/tools/kinds/all";
import { sameJson } from "@/lib/utils/json/same-json";
import { findPromptNames } from "@/lib/utils/text/prompt-names";
import { DOTS, isMaskOf } from "../../platform/crypto/mask";
import {
  createDefinitionError,
  getValueAt,
  mapSecrets,
  replaceAt,
  type StoredDefinition,
  type SubmittedSecrets,
  toTyped,
} from "./definition";
import { getToolImplementation } from "./types/all";

/**
 * Why stored secrets cannot be retained in a changed definition; undefined when they can. An entered secret counts as a change
 * without comparison, because the result would reveal whether it is the stored one.
 */
function findEntryReason(
  sent: TypedDefinition,
  stored: TypedDefinition | undefined,
  { canRead, entered }: Omit<SubmittedSecrets, "kept">,
): string | undefined {
  if (!stored) return undefined;
  const kind = getToolImplementation(sent.type);
  const known = new Set(kind.addresses(stored.definition));
  if (kind.addresses(sent.definition).some((address) => !known.has(address)))
    return "because it would be sent to a new URL.";
  if (canRead) return undefined;
  if (!entered && sameJson(kind.readers(sent.definition), kind.readers(stored.definition))) return undefined;
  return "because your changes could expose it, or ask a member who can edit variables to save them.";
}

/** A definition with retained secrets. */
export interface MergedDefinition {
  defined: TypedDefinition;
  sent: SubmittedSecrets;
}

/**
 * Merges a submitted definition with the stored one: a masked secret keeps its stored value, unless the change would let
 * secrets be sent elsewhere, or be read by code whose author may not read them; then it must be entered again. Returns issues
 * at the secrets' fields.
 */
export function mergeSecrets(
  sent: TypedDefinition,
  stored: TypedDefinition | undefined,
  canRead: boolean,
): { merged: MergedDefinition; issues: Issue[] } {
  const kept: string[][] = [];
  const issues: Issue[] = [];
  let entered = false;
  const defined = mapSecrets(sent, (secret, path) => {
    const old = getValueAt(stored?.definition, path);
    if (typeof old === "string" && old !== "" && isMaskOf(secret, old)) {
      kept.push(path);
      return old;
    }
    if (secret.includes(DOTS)) issues.push({ path: path.join("."), message: "Enter the value itself, not its mask." });
    entered = true;
    return secret;
  });
  const why = findEntryReason(defined, stored, { canRead, entered });
  if (why)
    issues.push(...kept.map((path) => ({ path: path.join("."), message: `Enter “${path.at(-1)}” again, ${why}` })));
  return { merged: { defined, sent: { canRead, entered, kept: kept.map((path) => path.join(".")) } }, issues };
}

/** The same; throws 400 at the secrets' fields. */
export function mergeDefinition(
  sent: TypedDefinition,
  stored: TypedDefinition | undefined,
  canRead: boolean,
): MergedDefinition {
  const { merged, issues } = mergeSecrets(sent, stored, canRead);
  if (issues.length > 0) throw createDefinitionError(issues);
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
  return getToolImplementation(type)
    .secretPaths(definition)
    .reduce<StoredDefinition>((at, path) => {
      const secret = getValueAt(definition, path);
      const stays = typeof secret === "string" && isReference(secret, variables);
      return stays ? at : replaceAt(at, path, null);
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
  canRead: boolean,
  variables: ReadonlySet<string>,
): MergedDefinition & { missing: string[][] } {
  const paths = getToolImplementation(sent.type).secretPaths(sent.definition);
  const empty = paths.filter((path) => getValueAt(sent.definition, path) === "");
  const isKept = (path: string[]) => {
    const own = getValueAt(sent.definition, path);
    return (
      !canRead && typeof own === "string" && own === getValueAt(stored?.definition, path) && isReference(own, variables)
    );
  };
  const given = paths.filter((path) => !empty.includes(path));
  const entered = given.some((path) => !isKept(path));
  const missing: string[][] = [];
  const definition = empty.reduce<StoredDefinition>((at, path) => {
    const old = getValueAt(stored?.definition, path);
    if (typeof old === "string" && old !== "") return replaceAt(at, path, old);
    missing.push(path);
    return at;
  }, sent.definition);
  const defined = toTyped(sent.type, definition);
  if (findEntryReason(defined, stored, { canRead, entered }))
    return { defined: sent, missing: empty, sent: { canRead, entered, kept: [] } };
  const kept = [...given.filter(isKept), ...empty.filter((path) => !missing.includes(path))];
  return { defined, missing, sent: { canRead, entered, kept: kept.map((path) => path.join(".")) } };
}
