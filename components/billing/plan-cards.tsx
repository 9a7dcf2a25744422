"use client";

import { useState } from "react";
import { FormSection } from "@/components/shared/form/form-section";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { planNames } from "@/lib/constants/plan-names";
import { plans, storageLocation } from "@/lib/constants/plans";
import type { Billing } from "@/lib/contract/billing/schemas";
import { ConfirmPlan } from "./confirm-plan";
import { findOffer, findPrice, type OfferedPlan } from "./offers";
import { PlanCard } from "./plan-card";
import type { PlanChange } from "./use-plan-change";

interface PlanCardsProps {
  billing: Billing;
  change: PlanChange;
  /** Why nothing can be chosen. */
  disabledReason: string | undefined;
}

/** The four plans side by side, each with its action. */
export function PlanCards({ billing, change, disabledReason }: PlanCardsProps) {
  const [next, setNext] = useState<OfferedPlan | null>(null);
  const [chosen, setChosen] = useState<OfferedPlan | null>(null);
  const choose = (plan: OfferedPlan, confirms: boolean): void => {
    if (confirms) setNext(plan);
    else {
      setChosen(plan);
      void change.run({ plan });
    }
  };
  return (
    <FormSection
      title="Plans"
      description={`Plans apply to the whole organization. Data is stored in the ${storageLocation}. Prices are in US dollars, excluding taxes.`}
    >
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {planNames.map((name) => {
          const offer = findOffer(name, billing);
          return (
            <PlanCard key={name} plan={plans[name]} price={findPrice(name, billing)} current={name === billing.plan}>
              {offer.kind === "current" && <p className="text-center text-muted text-secondary">Current plan.</p>}
              {offer.kind === "later" && (
                <p className="text-center text-muted text-secondary">
                  {billing.trial || billing.cancelled ? "Starts when your plan ends." : "No card required."}
                </p>
              )}
              {offer.kind === "given" && (
                <p className="text-center text-muted text-secondary">Managed by the server administrator.</p>
              )}
              {offer.kind === "contact" && <Contact href={billing.contact} />}
              {offer.kind === "choose" && (
                <DisabledTooltip disabledReason={disabledReason}>
                  <Button
                    changes
                    variant={plans[name].isPopular || name === billing.plan ? "default" : "outline"}
                    loading={change.pending && chosen === offer.plan}
                    onClick={() => choose(offer.plan, offer.confirms)}
                  >
                    {offer.label}
                  </Button>
                </DisabledTooltip>
              )}
            </PlanCard>
          );
        })}
      </div>
      {next && <ConfirmPlan billing={billing} plan={next} change={change} onClose={() => setNext(null)} />}
    </FormSection>
  );
}

function Contact({ href }: { href: string | null }) {
  if (!href) return <p className="text-center text-muted text-secondary">Ask the server administrator.</p>;
  const isExternal = href.startsWith("http");
  return (
    <Button variant="outline" asChild>
      <a href={href} {...(isExternal && { target: "_blank", rel: "noopener noreferrer" })}>
        Contact us
      </a>
    </Button>
  );
}
