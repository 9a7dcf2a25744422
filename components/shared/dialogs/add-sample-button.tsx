"use client";

import { Sparkles } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { samples } from "@/lib/contract/samples/calls";
import { Permission } from "@/lib/permissions/bits";

/** Adds the sample app with its agent and model, and opens it. Renders nothing without the permission. */
export function AddSampleButton() {
  const slug = useTeamSlug();
  const { has } = usePermission();
  const sample = useAction(samples.add, { invalidate: ["apps", "agents", "models", "tools", "datasources"] });
  if (!has(Permission.CREATE_APP) || !has(Permission.CREATE_AGENT)) return null;
  return (
    <Button
      variant="outline"
      changes
      loading={sample.pending}
      onClick={() => void sample.run({ params: { resourceSlug: slug } })}
    >
      <Sparkles aria-hidden /> Start with the sample
    </Button>
  );
}
