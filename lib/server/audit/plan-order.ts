import type { z } from "zod";
import type { planForm } from "@/lib/contract/billing";
import { org } from "./places";
import type { Subject } from "./subject";

/**
 * What somebody has chosen for an organisation, beside what has come of it by then: Stripe's event, which nobody here has
 * made, may be quicker than the call.
 */
export const planOrder: Subject = {
  ...{ kind: "org", change: "edit" },
  madeIn: (result) => (result as { ordered?: string } | undefined)?.ordered,
  read: async (tx, call, made) => {
    const found = await org(tx, call, call.orgId ?? "");
    if (!found || !made) return found;
    const { plan, users, storage } = call.body as z.output<typeof planForm>;
    const ordered = { plan, ...(users !== undefined && { users }), ...(storage !== undefined && { storage }) };
    return { ...found, shown: { ...found.shown, ordered }, exact: { ...found.exact, ordered } };
  },
};
