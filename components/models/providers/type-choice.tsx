"use client";

import { BrandIcon } from "@/components/shared/details/brand-icon";
import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import { usePlan } from "@/hooks/account/use-plan";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { isProviderId, type ProviderId, providerIds, providers } from "@/lib/constants/providers";
import { plans } from "@/lib/contract/plans/calls";

interface Props {
  slug: string;
  value: ProviderId;
  onChange(provider: ProviderId): void;
}

/** The types of provider as cards; arrow keys move between them. Providers outside the plan say so. */
export function TypeChoice({ slug, value, onChange }: Props) {
  const plan = usePlan();
  const isOutside = (id: ProviderId) =>
    plan !== undefined && ![...plan.limits.llmProviders, ...plan.limits.embeddingProviders].includes(id);
  const hasOutside = providerIds.some(isOutside);
  const { data } = useEndpoint(plans.get, { params: { resourceSlug: slug }, enabled: hasOutside });
  return (
    <div className="grid gap-2">
      <RadioGroup
        aria-label="Provider"
        className="grid-cols-2 sm:grid-cols-3"
        value={value}
        onChange={(next) => isProviderId(next) && onChange(next)}
      >
        {providerIds.map((id) => (
          <RadioItem
            key={id}
            card
            value={id}
            label={
              <span className="flex items-center gap-2">
                <BrandIcon brand={id} /> {providers[id].title}
              </span>
            }
            disabled={isOutside(id)}
            help={isOutside(id) ? `Not in the ${plan?.title} plan` : undefined}
          />
        ))}
      </RadioGroup>
      {hasOutside && data && <p className="text-muted text-secondary">{data.planUse.change}</p>}
    </div>
  );
}
