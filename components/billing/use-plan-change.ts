"use client";

import { useAction } from "@/hooks/use-action";
import { billing } from "@/lib/contract/calls/billing";
import type { BodyIn } from "@/lib/contract/endpoint";

type PlanForm = BodyIn<typeof billing.planConfirm>;

export interface PlanChange {
  /** True once the plan is changed, or the page is on its way to the checkout. */
  run(body: PlanForm): Promise<boolean>;
  pending: boolean;
}

/** Chooses a plan: changed at once, or paid at Stripe's checkout, to which the page is left. */
export function usePlanChange(slug: string): PlanChange {
  const { run, pending } = useAction(billing.planConfirm, {
    invalidate: ["accounts", "plans"],
    onSuccess: ({ url }) => {
      if (url) window.location.assign(url);
    },
  });
  return { pending, run: async (body) => (await run({ query: { resourceSlug: slug }, body })) !== undefined };
}
