import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PlanCards } from "@/components/billing/plan-cards";
import type { Billing } from "@/lib/contract/billing/schemas";

const notSold: Billing = {
  org: { id: "org_x", name: "Lovelace" },
  ready: false,
  missing: [],
  setUp: false,
  plan: "enterprise",
  fixed: false,
  trial: false,
  endsAt: null,
  cancelled: false,
  lastEnded: null,
  subscribed: false,
  failing: false,
  addons: { users: 0, storage: 0 },
  plans: [],
  contact: "mailto:sales@example.test",
  prices: { pro: null, teams: null, users: null, storage: null },
};
const change = { run: async () => false, pending: false };
const shown = (billing: Partial<Billing>) =>
  renderToStaticMarkup(<PlanCards billing={{ ...notSold, ...billing }} change={change} disabledReason={undefined} />);

test("where nothing is sold the plans stand with their prices, without a button", () => {
  const html = shown({});
  for (const text of ["Free", "Pro", "Teams", "Enterprise", "$0", "$99", "$199", "Custom"])
    expect(html).toContain(text);
  expect(html.match(/Managed by the server administrator\./g)).toHaveLength(3);
  expect(html).not.toContain("<button");
});

test("the contact link stands on Enterprise, whichever plan there is", () => {
  for (const plan of ["enterprise", "free"] as const)
    expect(shown({ plan })).toContain('href="mailto:sales@example.test"');
  expect(shown({ contact: null })).toContain("Ask the server administrator.");
});
