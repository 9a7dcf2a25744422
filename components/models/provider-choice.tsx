"use client";

import { type ProviderId, providerIds, providers } from "@/lib/constants/providers";

/** The providers as cards; arrow keys move between them like any radio group. */
export function ProviderChoice({ value, onChange }: { value: ProviderId; onChange(provider: ProviderId): void }) {
  return (
    <fieldset>
      <legend className="sr-only">Provider</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {providerIds.map((id) => (
          <label
            key={id}
            className="flex cursor-pointer items-center gap-2 rounded-control border bg-surface px-3 py-2.5 text-secondary hover:bg-hover has-checked:border-accent has-checked:bg-accent-tint has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="provider"
              className="accent-accent"
              checked={value === id}
              onChange={() => onChange(id)}
            />
            <span className="min-w-0 truncate">{providers[id].title}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
