import type { ExistingResource } from "./existing-resources";

/** A model by its provider's type and its id there. */
type ModelId = Pick<ExistingResource, "provider" | "model">;

const compatible = "openai_compatible";

/** An id without the vendor before it and the tag behind it: `openai/GPT-4o:latest` is `gpt-4o`. */
function toBaseId(model = ""): string {
  const [id = ""] = model.slice(model.lastIndexOf("/") + 1).split(":", 1);
  return id.toLowerCase();
}

/** The word that an id starts with, such as `gpt` or `claude`. */
const toFamily = (id: string): string => /^[a-z]+/.exec(id)?.[0] ?? id;

function countCommonStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

/** Whether a model of the team is the named one: of its provider, or under the same id of an OpenAI-compatible provider. */
export const isSameModel = (wanted: ModelId, one: ModelId): boolean =>
  one.model === wanted.model && (one.provider === wanted.provider || one.provider === compatible);

/** How near a model is to the named one; 0 is the nearest. */
function rank(wanted: ModelId, one: ModelId): number {
  const [id, own] = [toBaseId(wanted.model), toBaseId(one.model)];
  const isSameProvider = one.provider === wanted.provider;
  if (isSameModel(wanted, one)) return isSameProvider ? 0 : 1;
  if (isSameProvider && toFamily(own) === toFamily(id)) return 2;
  if (own === id) return one.provider === compatible ? 3 : 4;
  return isSameProvider ? 5 : 6;
}

/** Only of the same type of model. */
const unrelated = 6;
/** Marked as the closest ones. */
const maxClosest = 3;

/**
 * Sorts the team's models by how near they are to a named one: first of its provider and family, then under the same id
 * elsewhere, then of its provider, then all others. `closest`: up to three that have more in common than their type, unless the
 * team has the model itself.
 */
export function rankModels<T extends ModelId>(wanted: ModelId, have: readonly T[]): { one: T; closest: boolean }[] {
  const id = toBaseId(wanted.model);
  const ranked = have
    .map((one) => ({ one, rank: rank(wanted, one), common: countCommonStart(toBaseId(one.model), id) }))
    .sort((one, other) => one.rank - other.rank || other.common - one.common);
  const isKnown = have.some((one) => isSameModel(wanted, one));
  return ranked.map(({ one, rank }, i) => ({ one, closest: !isKnown && i < maxClosest && rank < unrelated }));
}
