"use client";

import Link from "next/link";
import { Progress } from "@/components/ui/progress";
import { useAccount } from "@/context/account";
import { planState } from "./plan-state";

export function PlanBox() {
  const { account } = useAccount();
  const plan = account && planState(account, new Date());
  if (!plan) return null;
  const until = plan.until.toLocaleDateString(undefined, { dateStyle: "medium" });
  return (
    <section aria-label="Plan" className="flex flex-col gap-2 rounded-card border border-border bg-surface p-3">
      <h2 className="text-body font-medium">{plan.title}</h2>
      <Progress value={plan.percent} aria-label="Plan period elapsed" />
      <p className="text-label text-muted">Until {until}</p>
      <Link href="/billing" className="text-label font-medium text-accent underline-offset-2 hover:underline">
        Upgrade your plan
      </Link>
    </section>
  );
}
