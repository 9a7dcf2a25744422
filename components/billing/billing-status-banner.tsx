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
        The last payment failed. The plan goes on while Stripe tries again: check the card under “Cards and invoices”.
      </Banner>
    );
  if (trial && endsAt && Date.parse(endsAt) - Date.now() <= trialWarningMs)
    return (
      <Banner tone="warning">
        The trial of the {title} plan ends {formatTimeLeft(endsAt)}. Choose a plan before then to keep what it has.
        Without one the organization goes on with the Free plan. Nothing is deleted: what is over its limits stays, and
        nothing new can be added to it.
      </Banner>
    );
  if (lastEnded && Date.now() - Date.parse(lastEnded) <= endedNoticeMs)
    return (
      <Banner>
        The last plan ended on {formatDay(lastEnded)}; since then the organization has the Free plan. Nothing is
        deleted.
      </Banner>
    );
  return null;
}
