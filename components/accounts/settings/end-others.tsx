"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import { CheckField } from "@/components/shared/form/check-field";
import { Button } from "@/components/ui/button";
import { useAction } from "@/hooks/api/use-action";
import { security } from "@/lib/contract/security/calls";
import type { Security } from "@/lib/contract/security/schemas";
import { pluralize } from "@/lib/utils/text/pluralize";

/** Signs out all other sessions. If there are API keys, first asks whether to revoke them too. */
export function EndOthers({ apiKeys }: Pick<Security, "apiKeys">) {
  const [asking, setAsking] = useState(false);
  const [revokeKeys, setRevokeKeys] = useState(false);
  const end = useAction(security.endOthers, {
    success: "All other devices signed out.",
    invalidate: ["apikeys"],
    onSuccess: () => setAsking(false),
  });
  const ask = () => {
    setRevokeKeys(false);
    setAsking(true);
  };
  return (
    <div>
      <Button
        variant="outline"
        loading={end.pending}
        onClick={() => (apiKeys > 0 ? ask() : void end.run({ body: {} }))}
      >
        Sign out all other devices
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Sign out all other devices?"
        description="You'll stay signed in here."
        confirmLabel="Sign out"
        pending={end.pending}
        onConfirm={() => void end.run({ body: { revokeKeys } })}
      >
        <CheckField
          label={`Also revoke ${pluralize(apiKeys, "API key")}`}
          help="Programs that use a revoked key lose access immediately."
          checked={revokeKeys}
          onChange={({ target }) => setRevokeKeys(target.checked)}
        />
      </ConfirmDialog>
    </div>
  );
}
