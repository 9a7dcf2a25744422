"use client";

import { useAction } from "@/hooks/api/use-action";
import type { BodyIn } from "@/lib/contract/base/endpoint";
import { billing } from "@/lib/contract/billing/calls";

type PlanForm = BodyIn<typeof billing.planConfirm>;

export interface PlanChange {
  /** Resolves to true if the plan was changed or the checkout is opening. */
  run(body: PlanForm): Promise<boolean>;
  pending: boolean;
}

/** Chooses a plan: changes it immediately, or opens Stripe's checkout. */
export function usePlanChange(slug: string): PlanChange {
  const { run, pending } = useAction(billing.planConfirm, {
    invalidate: ["accounts", "plans"],
    onSuccess: ({ url }) => {
      if (url) window.location.assign(url);
    },
  });
  return { pending, run: async (body) => (await run({ query: { resourceSlug: slug }, body })) !== undefined };
}
