import type { z } from "zod";
import {
  defaultConcurrency,
  defaultRate,
  defaultRequestBytes,
  type PublicationWay,
  publicationWays,
} from "@/lib/constants/publications";
import type { Publication, PublicationKey, publicationForm } from "@/lib/contract/publications/schemas";
import { availableWays } from "@/lib/contract/publications/ways";
import { formatBytes } from "@/lib/utils/text/bytes";
import { formatCost, formatCount } from "@/lib/utils/text/format-figures";
import { pluralize } from "@/lib/utils/text/pluralize";

export type PublicationValues = z.input<typeof publicationForm>;

/** The values of a budget's fields. */
export function toBudgetValues(stored: Publication["budget"] | undefined): NonNullable<PublicationValues["budget"]> {
  const { money, tokens, mode } = stored ?? { money: null, tokens: null, mode: "hard" as const };
  return { money, tokens, mode };
}

/** How much of a budget is used; undefined without one. */
export function toBudgetText(budget: Publication["budget"]): string | undefined {
  const limits = [
    budget?.money != null && `${formatCost(budget.spent.costUsd)} of ${formatCost(budget.money)}`,
    budget?.tokens != null && `${formatCount(budget.spent.tokens)} of ${formatCount(budget.tokens)} tokens`,
  ].filter(Boolean);
  return limits.length > 0 ? `${limits.join(", ")} this month` : undefined;
}

/** A key's own limits, such as `10 calls per minute`. */
export function toLimitTexts({ rate, concurrency, maxBytes, budget }: PublicationKey): string[] {
  const texts = [
    rate !== null && `${pluralize(rate, "call")} per minute`,
    concurrency !== null && pluralize(concurrency, "concurrent run"),
    maxBytes !== null && `requests up to ${formatBytes(maxBytes)}`,
    toBudgetText(budget),
  ];
  return texts.filter((text) => typeof text === "string");
}

/** The values of a form for a new publication of an app, or of a stored one. */
export function toValues(
  { _id: appId, name }: { _id: string; name: string },
  accountId: string | undefined,
  stored: Publication | undefined,
): PublicationValues {
  const toValue = (way: PublicationWay) => stored?.ways[way] ?? false;
  const ways = stored
    ? Object.fromEntries(publicationWays.map((way) => [way, toValue(way)]))
    : { [availableWays[0] ?? "openai"]: true };
  return {
    appId,
    name: stored?.name ?? name,
    ways,
    revision: stored?.revision ?? "follow",
    principalId: stored?.principalId ?? accountId,
    origins: stored?.origins ?? [],
    budget: toBudgetValues(stored?.budget),
    rate: stored?.rate ?? defaultRate,
    concurrency: stored?.concurrency ?? defaultConcurrency,
    maxBytes: stored?.maxBytes ?? defaultRequestBytes,
  };
}
