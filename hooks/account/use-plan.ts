"use client";

import { useAccount } from "@/context/account";
import { planNames } from "@/lib/constants/plan-names";
import { type PlanDefinition, plans } from "@/lib/constants/plans";

/** The plan in force in the team of the page; undefined while the account loads. The server checks again. */
export function usePlan(): PlanDefinition | undefined {
  const { account } = useAccount();
  const name = planNames.find((one) => one === account?.stripe.stripePlan);
  return name && plans[name];
}
