import { countless } from "@/lib/constants/plans";
import { pluralize } from "@/lib/utils/pluralize";

/** What a plan allows of something: `1 team`, `10 members`, `Any number of teams`. */
export const planAmount = (limit: number, one: string): string =>
  limit >= countless ? `Any number of ${one}s` : pluralize(limit, one);
