"use client";

import Link from "next/link";
import { BrandIcon } from "@/components/shared/details/brand-icon";
import { Button } from "@/components/ui/button";
import { providerIds, providers } from "@/lib/constants/providers";
import { useOnboarding } from "./use-onboarding";

/** The providers to choose from. Choosing one opens the team's form for a new model. */
export function ConfigureModels() {
  const { team, finish, finishing } = useOnboarding();
  return (
    <div className="flex w-full max-w-2xl flex-col gap-6">
      <div className="flex flex-col gap-2 text-center">
        <h1 className="text-display font-semibold">Connect a model</h1>
        <p className="text-muted">Choose a provider. API keys are encrypted and never shown again.</p>
      </div>
      <ul className="grid gap-2 sm:grid-cols-2">
        {providerIds.map((id) => (
          <li key={id}>
            <button
              type="button"
              disabled={!team || finishing}
              onClick={() => team && void finish(`/${team.id}/model/add?type=${id}`)}
              className="flex h-full w-full flex-col gap-0.5 rounded-card border border-border bg-surface p-4 text-left hover:border-border-strong disabled:opacity-60"
            >
              <span className="flex items-center gap-2 font-medium">
                <BrandIcon brand={id} className="text-muted" /> {providers[id].title}
              </span>
              {providers[id].note && <span className="text-muted text-secondary">{providers[id].note}</span>}
            </button>
          </li>
        ))}
      </ul>
      <div className="flex justify-center gap-2">
        <Button asChild variant="ghost">
          <Link href="/onboarding">Back</Link>
        </Button>
        <Button variant="link" disabled={finishing} onClick={() => void finish(team ? `/${team.id}` : "/welcome")}>
          Skip
        </Button>
      </div>
    </div>
  );
}
