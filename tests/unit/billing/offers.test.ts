import { expect, test } from "vitest";
import { findOffer } from "@/components/billing/offers";
import { planPoints } from "@/components/billing/plan-points";
import { planNames } from "@/lib/constants/plan-names";
import { plans } from "@/lib/constants/plans";

const standing = { setUp: true, plan: "free", trial: false, subscribed: false, cancelled: false } as const;
const said = (billing: Parameters<typeof findOffer>[1]) =>
  planNames.map((name) => {
    const offer = findOffer(name, billing);
    return offer.kind === "choose" ? `${offer.label}${offer.confirms ? "?" : ""}` : offer.kind;
  });

test.each([
  ["on Free", standing, ["current", "Upgrade to Pro", "Upgrade to Teams", "contact"]],
  [
    "on trial",
    { ...standing, plan: "pro", trial: true } as const,
    ["later", "Keep Pro", "Upgrade to Teams", "contact"],
  ],
  [
    "on Teams",
    { ...standing, plan: "teams", subscribed: true } as const,
    ["Change to Free?", "Change to Pro?", "current", "contact"],
  ],
  [
    "on Pro, cancelled",
    { ...standing, plan: "pro", subscribed: true, cancelled: true } as const,
    ["later", "Resume Pro?", "Upgrade to Teams?", "contact"],
  ],
  [
    "on Enterprise",
    { ...standing, plan: "enterprise" } as const,
    ["later", "Change to Pro", "Change to Teams", "contact"],
  ],
  [
    "where nothing is sold",
    { ...standing, setUp: false, plan: "pro" } as const,
    ["given", "current", "given", "contact"],
  ],
])("what is offered %s", (_, billing, offers) => expect(said(billing)).toEqual(offers));

test("every plan is told in the same lines, by its limits", () => {
  expect(planPoints(plans.free)).toEqual([
    "1 member, 1 team",
    "Models from OpenAI",
    "100 MB of vector storage",
    "Files up to 5 MB",
    "No function tools",
    "No data connections",
    "No schedules",
    "Sessions kept for 90 days",
  ]);
  expect(planPoints(plans.enterprise)).toEqual([
    "Unlimited members and teams",
    "All model providers",
    "10 GB of vector storage",
    "Files up to 1 GB",
    "10 function tools",
    "All data connections",
    "Schedules as often as every minute",
    "Sessions kept forever",
  ]);
  expect(planPoints(plans.pro)[1]).toBe("Models from OpenAI and Anthropic");
});
