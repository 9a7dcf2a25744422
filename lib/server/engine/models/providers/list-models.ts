import { findCatalogueModel } from "@/lib/constants/models";
import type { OfferedModel } from "@/lib/contract/providers/schemas";
import { rejectWebPages } from "./bounds/answer-check";
import { toFailure } from "./bounds/failure";
import { listers } from "./model-listers";
import { createModelReader, type Listed, UnknownListError } from "./shared/model-reader";
import { type Endpoints, type Fetch, getText, type ModelSettings, readEndpoints } from "./shared/settings";
import { toStorableText } from "./shared/storable";

const limitMs = 15_000;
const maxModels = 2_000;
const maxIdChars = 200;

export type ModelListing = { ok: true; models: OfferedModel[]; complete: boolean } | { ok: false; message: string };

interface ListOptions {
  /** Cancels the requests when the client disconnects. */
  signal?: AbortSignal;
  limitMs?: number;
  endpoints?: Endpoints;
}

/**
 * Asks a provider for its models. `fetch` is the guarded one; the response is foreign data, so that entries without a usable id
 * are skipped, and very long lists are cut off. Never throws.
 */
export async function listProviderModels(
  { type, config }: Pick<ModelSettings, "type" | "config">,
  fetch: Fetch,
  secrets: readonly string[],
  options: ListOptions = {},
): Promise<ModelListing> {
  const limit = AbortSignal.timeout(options.limitMs ?? limitMs);
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  const guarded = rejectWebPages(fetch);
  try {
    const { models, complete } = await listers[type]({
      text: (field) => getText(config, field),
      endpoints: options.endpoints ?? readEndpoints(),
      fetch: guarded,
      signal,
      read: createModelReader(guarded, signal),
    });
    const found = new Map<string, OfferedModel>();
    for (const listed of models.slice(0, maxModels)) {
      const offered = toOffered(type, listed);
      if (offered && !found.has(offered.model)) found.set(offered.model, offered);
    }
    return { ok: true, models: [...found.values()], complete: complete && models.length <= maxModels };
  } catch (error) {
    if (limit.aborted) return { ok: false, message: "The provider didn't respond in time." };
    if (error instanceof UnknownListError) return { ok: false, message: error.message };
    return { ok: false, message: toFailure(error, secrets).message };
  }
}

/** Adds what the catalog knows. Undefined when the id is not usable. */
function toOffered(type: ModelSettings["type"], listed: Listed): OfferedModel | undefined {
  const model = typeof listed.model === "string" ? toStorableText(listed.model).trim() : "";
  if (model === "" || model.length > maxIdChars || /\p{Cc}/u.test(model)) return undefined;
  const known = findCatalogueModel(type, model);
  const name = typeof listed.name === "string" ? toStorableText(listed.name).trim().slice(0, maxIdChars) : "";
  return {
    model,
    name: name === "" || name === model ? null : name,
    modelType: listed.modelType ?? known?.modelType ?? null,
    contextWindow: toTokens(listed.contextWindow) ?? known?.contextWindow ?? null,
    endOfLife: toDay(listed.endOfLife),
  };
}

const toTokens = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= 100_000_000 ? Number(value) : undefined;

/** The day of a date in ISO format or in seconds since 1970; null if it is neither. */
function toDay(value: unknown): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const date = new Date(typeof value === "number" ? value * 1_000 : value);
  const year = Number.isNaN(date.getTime()) ? 0 : date.getUTCFullYear();
  return year >= 2020 && year < 2100 ? date.toISOString().slice(0, 10) : null;
}
