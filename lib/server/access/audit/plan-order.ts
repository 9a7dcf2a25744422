import type { z } from "zod";
import type { planForm } from "@/lib/contract/billing/schemas";
import { org } from "./org-subjects";
import type { Reader } from "./subject";

export const findOrderedOrg = (result: unknown): string | undefined =>
  (result as { ordered?: string } | undefined)?.ordered;

/**
 * The plan chosen for an organization, in addition to the current state: Stripe's event may arrive before the call has
 * finished.
 */
export const readOrgWithOrder: Reader = async (tx, call, id, made) => {
  const found = await org(tx, call, id);
  if (!found || !made) return found;
  const { plan, users, storage } = call.body as z.output<typeof planForm>;
  const ordered = { plan, ...(users !== undefined && { users }), ...(storage !== undefined && { storage }) };
  return { ...found, shown: { ...found.shown, ordered }, exact: { ...found.exact, ordered } };
};
