"use client";

import { KeyRound } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import { type CreatedSecret, SecretDialog } from "@/components/shared/dialogs/secret-dialog";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { useAction } from "@/hooks/api/use-action";
import { publications } from "@/lib/contract/publications/calls";

interface ReplaceProps {
  params: { resourceSlug: string; publicationId: string };
  name: string;
  disabledReason: string | undefined;
}

/** Replaces the webhook secret; the new one is shown once. */
export function ReplaceSecret({ params, name, disabledReason }: ReplaceProps) {
  const [asking, setAsking] = useState(false);
  const [created, setCreated] = useState<CreatedSecret | null>(null);
  const rotate = useAction(publications.rotateSecret, {
    onSuccess: ({ webhookSecret }) => {
      setAsking(false);
      setCreated({ name, secret: webhookSecret });
    },
  });
  return (
    <>
      <DisabledTooltip disabledReason={disabledReason}>
        <Button size="sm" variant="outline" onClick={() => setAsking(true)}>
          <KeyRound aria-hidden /> Rotate secret
        </Button>
      </DisabledTooltip>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Rotate the webhook secret?"
        description="Muster creates a new one. The current one stays valid for a day, so that you can update it in the sender's settings."
        confirmLabel="Rotate"
        pending={rotate.pending}
        onConfirm={() => void rotate.run({ params, body: {} })}
      />
      <SecretDialog
        created={created}
        kind="webhook secret"
        description="Enter it in the sender's webhook settings."
        onClose={() => setCreated(null)}
      />
    </>
  );
}
