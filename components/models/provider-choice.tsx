"use client";

import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import { isProviderId, type ProviderId, providerIds, providers } from "@/lib/constants/providers";

/** The providers as cards; arrow keys move between them. */
export function ProviderChoice({ value, onChange }: { value: ProviderId; onChange(provider: ProviderId): void }) {
  return (
    <RadioGroup
      aria-label="Provider"
      className="grid-cols-2 sm:grid-cols-3"
      value={value}
      onChange={(next) => isProviderId(next) && onChange(next)}
    >
      {providerIds.map((id) => (
        <RadioItem key={id} card value={id} label={providers[id].title} />
      ))}
    </RadioGroup>
  );
}
