import type { z } from "zod";
import type { planForm } from "@/lib/contract/billing/schemas";
import { org } from "./org-subjects";
import type { Reader } from "./subject";

/**
 * The plan chosen for an organization, in addition to the current state: Stripe's event may arrive before the call has
 * finished.
 */
export const readOrgWithOrder: Reader = async (tx, call, id, ordering) => {
  const found = await org(tx, call, id);
  if (!found || !ordering) return found;
  const { plan, users, storage } = call.body as z.output<typeof planForm>;
  const ordered = { plan, ...(users !== undefined && { users }), ...(storage !== undefined && { storage }) };
  return { ...found, shown: { ...found.shown, ordered }, exact: { ...found.exact, ordered } };
};
