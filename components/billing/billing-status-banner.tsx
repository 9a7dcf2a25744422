import { Banner } from "@/components/shared/status/banner";
import { trialWarningMs } from "@/lib/constants/limits";
import { plans } from "@/lib/constants/plans";
import type { Billing } from "@/lib/contract/billing/schemas";
import { formatDay } from "./offers";

const dayMs = 24 * 60 * 60 * 1_000;
/** How long the banner says that a plan has ended. */
const endedNoticeMs = 30 * dayMs;

function formatTimeLeft(endsAt: string): string {
  const days = Math.ceil((Date.parse(endsAt) - Date.now()) / dayMs);
  return days > 1 ? `in ${days} days` : "within a day";
}

/** Warns about a failed payment, a trial that ends soon, or a plan that has ended. */
export function BillingStatusBanner({ billing: { plan, trial, endsAt, failing, lastEnded } }: { billing: Billing }) {
  const { title } = plans[plan];
  if (failing)
    return (
      <Banner tone="danger">
        The last payment failed. Your plan stays active while Stripe retries. Check your card under “Cards and
        invoices”.
      </Banner>
    );
  if (trial && endsAt && Date.parse(endsAt) - Date.now() <= trialWarningMs)
    return (
      <Banner tone="warning">
        Your {title} plan trial ends {formatTimeLeft(endsAt)}. Choose a plan to keep your current limits. Otherwise, the
        organization moves to the Free plan. Nothing is deleted, but you can't add items over its limits.
      </Banner>
    );
  if (lastEnded && Date.now() - Date.parse(lastEnded) <= endedNoticeMs)
    return (
      <Banner>
        Your last plan ended on {formatDay(lastEnded)}. The organization is on the Free plan. Nothing was deleted.
      </Banner>
    );
  return null;
}
