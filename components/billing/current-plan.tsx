"use client";

import { CreditCard, ExternalLink } from "lucide-react";
import { planLabel } from "@/components/shared/details/plan-label";
import { PlanMeters } from "@/components/shared/details/plan-meters";
import { FormSection } from "@/components/shared/form/form-section";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Skeleton } from "@/components/ui/skeleton";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { Plan } from "@/lib/constants/plan-names";
import { billing as calls } from "@/lib/contract/billing/calls";
import type { Billing } from "@/lib/contract/billing/schemas";
import { BillingStatusBanner } from "./billing-status-banner";
import { formatDay } from "./offers";

interface CurrentPlanProps {
  billing: Billing;
  slug: string;
  why: string | undefined;
}

/** Returns when the plan ends or renews, as text. */
function formatTerm({ plan, trial, endsAt, cancelled, subscribed, failing }: Billing): string | null {
  if (plan === Plan.FREE) return "No card required. No time limit.";
  if (!endsAt) return null;
  if (failing && !cancelled) return "This month's payment is past due.";
  if (trial) return `The trial ends on ${formatDay(endsAt)}. The organization then moves to the Free plan.`;
  if (cancelled) return `Canceled. Ends on ${formatDay(endsAt)}. You can resume the plan until then.`;
  return subscribed ? `Renews on ${formatDay(endsAt)}.` : null;
}

/** The organization's plan, its term and its payment method. */
export function CurrentPlan({ billing, slug, why }: CurrentPlanProps) {
  const term = formatTerm(billing);
  return (
    <FormSection title={planLabel(billing.plan, billing.trial)} description={term}>
      <BillingStatusBanner billing={billing} />
      <PlanMeters slug={slug} bare />
      <Payment slug={slug} why={why} />
    </FormSection>
  );
}

function Payment({ slug, why }: Pick<CurrentPlanProps, "slug" | "why">) {
  const query = { resourceSlug: slug };
  const { data, error } = useEndpoint(calls.hasPaymentMethod, { query });
  const portal = useAction(calls.portalLink, { onSuccess: ({ url }) => window.location.assign(url) });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-4">
      <p className="flex items-center gap-2 text-secondary">
        <CreditCard aria-hidden className="size-4 text-muted" />
        {data ? (
          cardText(data)
        ) : error ? (
          <span className="text-muted">Card details can't be loaded right now.</span>
        ) : (
          <Skeleton className="h-4 w-32" />
        )}
      </p>
      <DisabledTooltip disabledReason={why}>
        <Button changes variant="outline" loading={portal.pending} onClick={() => void portal.run({ query })}>
          Cards and invoices
          <ExternalLink aria-hidden />
        </Button>
      </DisabledTooltip>
    </div>
  );
}

function cardText({ ok, last4 }: { ok: boolean; last4?: string | undefined }): string {
  if (!ok) return "No card yet";
  return last4 ? `Card ending in ${last4}` : "A payment method is on file";
}
