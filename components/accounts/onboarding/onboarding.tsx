"use client";

import { Cpu, MessagesSquare } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { samples } from "@/lib/contract/samples/calls";
import { Permission } from "@/lib/permissions/bits";
import { OnboardingChoice } from "./onboarding-choice";
import { useOnboarding } from "./use-onboarding";

export function Onboarding() {
  const { account, team, finish, finishing } = useOnboarding();
  const { has, why } = usePermission();
  const sample = useAction(samples.add, {
    navigate: false,
    invalidate: ["apps", "agents", "models", "tools", "datasources"],
    onSuccess: ({ redirect }) => finish(redirect),
  });
  if (!account) return null;
  const missing = [Permission.CREATE_APP, Permission.CREATE_AGENT].find((bit) => !has(bit));
  const busy = sample.pending || finishing;
  return (
    <div className="flex w-full max-w-2xl flex-col gap-8">
      <div className="flex flex-col gap-2 text-center">
        <h1 className="text-display font-semibold wrap-anywhere">Welcome, {account.name}</h1>
        <p className="mx-auto max-w-[60ch] text-balance text-muted">
          Build AI agents and share them as apps. Start with the sample, which needs no API key, then connect your own
          model.
        </p>
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <OnboardingChoice
          icon={MessagesSquare}
          title="Try the sample"
          text="A chat app whose agent answers your questions about Muster, with an offline demo model."
        >
          <Button
            loading={sample.pending}
            disabled={!team || finishing || missing !== undefined}
            title={missing && why(missing)}
            onClick={() => team && void sample.run({ params: { resourceSlug: team.id } })}
          >
            Start with the sample
          </Button>
        </OnboardingChoice>
        <OnboardingChoice
          icon={Cpu}
          title="Connect your own model"
          text="OpenAI, Anthropic, Google, Azure, Groq or your own Ollama. The connection is tested before it is saved."
        >
          <Button asChild variant="outline">
            <Link href="/onboarding/configuremodels">Choose a provider</Link>
          </Button>
        </OnboardingChoice>
      </div>
      <Button
        variant="link"
        className="self-center"
        disabled={busy}
        onClick={() => void finish(team ? `/${team.id}` : "/welcome")}
      >
        Skip
      </Button>
    </div>
  );
}
