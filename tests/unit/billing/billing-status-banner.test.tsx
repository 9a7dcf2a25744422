import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { BillingStatusBanner } from "@/components/billing/billing-status-banner";
import type { Billing } from "@/lib/contract/billing/schemas";

const hour = 3_600_000;
const day = 24 * hour;
const at = (ms: number) => new Date(Date.now() + ms).toISOString();

const calm: Billing = {
  org: { id: "org_x", name: "Lovelace" },
  ready: true,
  missing: [],
  setUp: true,
  plan: "free",
  fixed: false,
  trial: false,
  endsAt: null,
  cancelled: false,
  lastEnded: null,
  subscribed: false,
  failing: false,
  addons: { users: 0, storage: 0 },
  contact: null,
  plans: [],
  prices: { pro: 99, teams: 199, users: null, storage: null },
};
const shown = (billing: Partial<Billing>) =>
  renderToStaticMarkup(<BillingStatusBanner billing={{ ...calm, ...billing }} />);
const trial = { plan: "pro", trial: true } as const;

describe("what of a plan's standing asks for somebody", () => {
  it("is nothing on Free, on a plan that is paid, in a trial's first days, and a month after an end", () => {
    const paid = { plan: "teams", subscribed: true, endsAt: at(day) } as const;
    for (const billing of [{}, paid, { ...trial, endsAt: at(4 * day) }, { lastEnded: at(-31 * day) }])
      expect(shown(billing)).toBe("");
  });

  it("is a trial that ends within three days", () => {
    expect(shown({ ...trial, endsAt: at(2 * day - hour) })).toContain("Your Pro plan trial ends in 2 days.");
    expect(shown({ ...trial, endsAt: at(hour) })).toContain(
      "ends within a day. Choose a plan to keep your current limits",
    );
  });

  it("is a plan or a trial that has ended lately", () => {
    expect(shown({ lastEnded: at(-day) })).toMatch(/Your last plan ended on .+ the Free plan\. Nothing was deleted\./);
  });

  it("is a payment that failed, before all else", () => {
    const failed = shown({ plan: "teams", subscribed: true, failing: true, endsAt: at(day) });
    expect(failed).toMatch(/role="alert".*The last payment failed\./);
  });
});
