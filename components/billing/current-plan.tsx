"use client";

import { CreditCard, ExternalLink } from "lucide-react";
import { FormSection } from "@/components/shared/form-section";
import { planLabel } from "@/components/shared/plan-label";
import { PlanMeters } from "@/components/shared/plan-meters";
import { Button } from "@/components/ui/button";
import { Explained } from "@/components/ui/explained";
import { Skeleton } from "@/components/ui/skeleton";
import { useAction } from "@/hooks/use-action";
import { useEndpoint } from "@/hooks/use-endpoint";
import { Plan } from "@/lib/constants/plans";
import type { Billing } from "@/lib/contract/billing";
import { billing as calls } from "@/lib/contract/calls/billing";
import { dayOf } from "./offers";
import { StandingBanner } from "./standing-banner";

interface CurrentPlanProps {
  billing: Billing;
  slug: string;
  why: string | undefined;
}

/** When it ends or goes on. */
function termOf({ plan, trial, endsAt, cancelled, subscribed, failing }: Billing): string | null {
  if (plan === Plan.FREE) return "Without a card, for as long as you like.";
  if (!endsAt) return null;
  if (failing && !cancelled) return "The payment for this month is due.";
  if (trial) return `The trial ends on ${dayOf(endsAt)}. After that the organization has the Free plan.`;
  if (cancelled) return `Cancelled: it ends on ${dayOf(endsAt)}. Until then it can be resumed.`;
  return subscribed ? `Renewed on ${dayOf(endsAt)}.` : null;
}

/** What the organization has, until when, and how it is paid. */
export function CurrentPlan({ billing, slug, why }: CurrentPlanProps) {
  const term = termOf(billing);
  return (
    <FormSection title={planLabel(billing.plan, billing.trial)} description={term}>
      <StandingBanner billing={billing} />
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
          <span className="text-muted">The card cannot be looked up at the moment.</span>
        ) : (
          <Skeleton className="h-4 w-32" />
        )}
      </p>
      <Explained why={why}>
        <Button changes variant="outline" loading={portal.pending} onClick={() => void portal.run({ query })}>
          Cards and invoices
          <ExternalLink aria-hidden />
        </Button>
      </Explained>
    </div>
  );
}

function cardText({ ok, last4 }: { ok: boolean; last4?: string | undefined }): string {
  if (!ok) return "No card yet";
  return last4 ? `Card that ends in ${last4}` : "A way to pay is on file";
}
