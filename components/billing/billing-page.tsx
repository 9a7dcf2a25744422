"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { planLabel } from "@/components/shared/details/plan-label";
import { PlanMeters } from "@/components/shared/details/plan-meters";
import { FormSection } from "@/components/shared/form/form-section";
import { PageHeader } from "@/components/shared/page/page-header";
import { Banner } from "@/components/shared/status/banner";
import { QueryError } from "@/components/shared/status/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useAccount } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { plans } from "@/lib/constants/plans";
import { billing as calls } from "@/lib/contract/billing/calls";
import type { Billing } from "@/lib/contract/billing/schemas";
import { Permission } from "@/lib/permissions/bits";
import { AddOns } from "./add-ons";
import { CurrentPlan } from "./current-plan";
import { PlanCards } from "./plan-cards";
import { usePlanChange } from "./use-plan-change";

const pollMs = 2_000;
/** Polling stops after this time, and the page asks the user to reload. */
const maxPollMs = 60_000;

/** The billing of the organization that the page's team, or the current one, belongs to. */
export function BillingPage() {
  const { linkSlug: slug, status } = useAccount();
  // The key resets the state when the organization changes.
  if (slug) return <OrgBilling key={slug} slug={slug} />;
  return (
    <Frame>
      {status === "loading" ? (
        <Skeleton className="h-64" />
      ) : (
        <Banner>You're not on a team. To choose a plan, create an organization or accept an invitation.</Banner>
      )}
    </Frame>
  );
}

function Frame({ org, children }: { org?: Billing["org"]; children: React.ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-list space-y-6">
      <PageHeader
        title="Billing"
        description={
          org && (
            <>
              Plan and payment for <bdi className="font-medium">{org.name}</bdi>.
            </>
          )
        }
        record={org}
      />
      {children}
    </div>
  );
}

function OrgBilling({ slug }: { slug: string }) {
  const { account, refresh } = useAccount();
  // Back from Stripe's checkout or portal: the server asks Stripe before it responds.
  const checkout = useSearchParams().get("checkout") ?? undefined;
  const query = { resourceSlug: slug, checkout };
  const { data, error, refetch } = useEndpoint(calls.get, { query });
  const billing = data?.billing;
  const awaitsPayment = checkout === "done" && billing !== undefined && !billing.subscribed && billing.setUp;
  const [polling, setPolling] = useState(true);
  useEndpoint(calls.get, { query, enabled: awaitsPayment && polling, refetchInterval: pollMs });
  useEffect(() => {
    if (!awaitsPayment) return;
    const timer = setTimeout(() => setPolling(false), maxPollMs);
    return () => clearTimeout(timer);
  }, [awaitsPayment]);
  const accountPlan = account?.stripe.stripePlan;
  const stale = billing !== undefined && accountPlan !== undefined && billing.plan !== accountPlan;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the account is reloaded once, whatever the response
  useEffect(() => {
    if (stale) void refresh();
  }, [stale]);
  if (error && !billing)
    return (
      <Frame>
        <QueryError error={error} refetch={refetch} />
      </Frame>
    );
  if (!billing)
    return (
      <Frame>
        <Skeleton className="h-64" />
        <Skeleton className="h-96" />
      </Frame>
    );
  return (
    <Frame org={billing.org}>
      {awaitsPayment && (
        <Banner>
          Waiting for payment confirmation.{" "}
          {polling
            ? "This page updates automatically."
            : "If you've paid, reload this page later. The plan starts once Stripe confirms the payment."}
        </Banner>
      )}
      {billing.setUp ? <SetUp billing={billing} slug={slug} /> : <NotSetUp billing={billing} slug={slug} />}
    </Frame>
  );
}

interface PartProps {
  billing: Billing;
  slug: string;
}

function NotSetUp({ billing, slug }: PartProps) {
  const change = usePlanChange(slug);
  return (
    <>
      <Banner>
        Billing isn't configured on this server. Plans are managed by the server administrator. This organization is on
        the {plans[billing.plan].title} plan.{" "}
        <Link href={`/${slug}/usage`} className="underline underline-offset-2">
          View usage
        </Link>
      </Banner>
      <FormSection title={planLabel(billing.plan, false)}>
        <PlanMeters slug={slug} bare />
      </FormSection>
      <PlanCards billing={billing} change={change} disabledReason={undefined} />
    </>
  );
}

function SetUp({ billing, slug }: PartProps) {
  const { why } = usePermission();
  const change = usePlanChange(slug);
  const { fixed, ready, missing, subscribed, cancelled, addons } = billing;
  const denied = why(Permission.ORG_OWNER);
  const notReadyText = ready ? undefined : "Plans can't be purchased right now.";
  const fixedText = fixed ? "Your plan is managed by the server administrator." : undefined;
  return (
    <>
      {!ready && <Banner tone="warning">Plans can't be purchased right now. {missingText(missing)}</Banner>}
      {fixedText && <Banner>{fixedText} Contact them to change it.</Banner>}
      <CurrentPlan billing={billing} slug={slug} why={denied} />
      <PlanCards billing={billing} change={change} disabledReason={denied ?? fixedText ?? notReadyText} />
      {subscribed && !cancelled && (
        <AddOns
          key={JSON.stringify(addons)}
          billing={billing}
          change={change}
          disabledReason={denied ?? fixedText ?? notReadyText}
        />
      )}
    </>
  );
}

const missingText = (missing: readonly string[]): string =>
  missing.includes("connection")
    ? "Stripe isn't responding."
    : `For the server administrator: ${new Intl.ListFormat("en").format(missing)} ${missing.length === 1 ? "is" : "are"} missing, or not a monthly Stripe price in US dollars.`;
