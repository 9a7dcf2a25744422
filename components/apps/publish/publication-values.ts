import type { z } from "zod";
import {
  defaultConcurrency,
  defaultRate,
  defaultRequestBytes,
  type PublicationWay,
  publicationWays,
} from "@/lib/constants/publications";
import type { Publication, publicationForm } from "@/lib/contract/publications/schemas";
import { availableWays } from "@/lib/contract/publications/ways";

export type PublicationValues = z.input<typeof publicationForm>;

/** The values of a form for a new publication of an app, or of a stored one. */
export function toValues(
  { _id: appId, name }: { _id: string; name: string },
  accountId: string | undefined,
  stored: Publication | undefined,
): PublicationValues {
  const { money, tokens, mode } = stored?.budget ?? { money: null, tokens: null, mode: "hard" as const };
  const isOn = (way: PublicationWay) => Boolean(stored?.ways[way]);
  const ways = stored
    ? Object.fromEntries(
        publicationWays.map((way) => [way, way === "webhook" ? (stored.ways.webhook ?? false) : isOn(way)]),
      )
    : { [availableWays[0] ?? "openai"]: true };
  return {
    appId,
    name: stored?.name ?? name,
    ways,
    revision: stored?.revision ?? "follow",
    principalId: stored?.principalId ?? accountId,
    origins: stored?.origins ?? [],
    budget: { money, tokens, mode },
    rate: stored?.rate ?? defaultRate,
    concurrency: stored?.concurrency ?? defaultConcurrency,
    maxBytes: stored?.maxBytes ?? defaultRequestBytes,
  };
}
