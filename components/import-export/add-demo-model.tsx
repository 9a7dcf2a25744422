"use client";

import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { models } from "@/lib/contract/models/calls";
import { Permission } from "@/lib/permissions/bits";

const demo = { name: "Offline demo", type: "demo", model: "demo-chat", modelType: "llm" } as const;

/** Adds a model that needs no key to a team without models, so that an import can continue. */
export function AddDemoModel({ onAdd }: { onAdd(modelId: string): void }) {
  const slug = useTeamSlug();
  const { why } = usePermission();
  const add = useAction(models.add, {
    navigate: false,
    success: "Offline demo model created.",
    onSuccess: ({ _id }) => onAdd(_id),
  });
  return (
    <DisabledTooltip disabledReason={why(Permission.CREATE_MODEL)}>
      <Button
        variant="outline"
        size="sm"
        changes
        loading={add.pending}
        onClick={() => void add.run({ params: { resourceSlug: slug }, body: demo })}
      >
        Use the offline demo model
      </Button>
    </DisabledTooltip>
  );
}
