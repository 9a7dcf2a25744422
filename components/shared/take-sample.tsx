"use client";

import { Sparkles } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useTeamSlug } from "@/context/account";
import { useAction } from "@/hooks/use-action";
import { usePermission } from "@/hooks/use-permission";
import { samples } from "@/lib/contract/calls/samples";
import { Permission } from "@/lib/permissions/bits";

/** Makes the sample app with its agent and model, and goes there. Nothing for those who may not make them. */
export function TakeSample() {
  const slug = useTeamSlug();
  const { has } = usePermission();
  const sample = useAction(samples.add, { invalidate: ["apps", "agents", "models"] });
  if (!has(Permission.CREATE_APP) || !has(Permission.CREATE_AGENT)) return null;
  return (
    <Button
      variant="outline"
      changes
      loading={sample.pending}
      onClick={() => void sample.run({ params: { resourceSlug: slug } })}
    >
      <Sparkles aria-hidden /> Take the sample
    </Button>
  );
}
