"use client";

import { ProofForm, useProof } from "@/components/shared/form/proof-form";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useAction } from "@/hooks/api/use-action";
import { apikeys } from "@/lib/contract/apikeys/calls";
import type { ApiKey } from "@/lib/contract/apikeys/schemas";

interface RotateFormProps {
  hasPassword: boolean;
  onClose(): void;
  onDone(created: { name: string; secret: string }): void;
}

interface RotateDialogProps extends RotateFormProps {
  /** Null: closed. */
  rotating: ApiKey | null;
}

/** Replaces a key's secret, after a password check. */
export function RotateDialog({ rotating, ...form }: RotateDialogProps) {
  return (
    <Dialog open={rotating !== null} onOpenChange={(open) => !open && form.onClose()}>
      <DialogContent
        title={`Rotate the key “${rotating?.name ?? ""}”?`}
        description="Creates a new secret. The old one stops working immediately."
      >
        {rotating && <RotateForm rotating={rotating} {...form} />}
      </DialogContent>
    </Dialog>
  );
}

function RotateForm({ rotating, hasPassword, onClose, onDone }: RotateFormProps & { rotating: ApiKey }) {
  const { passwordError, onError } = useProof();
  const increment = useAction(apikeys.increment, { onError, invalidate: ["security"] });
  const rotate = async (body: { password?: string }) => {
    const answer = await increment.run({ params: { keyId: rotating._id }, body });
    if (answer) onDone({ name: rotating.name, secret: answer.secret });
  };
  return (
    <ProofForm
      submit="Rotate"
      destructive
      hasPassword={hasPassword}
      passwordError={passwordError}
      pending={increment.pending}
      onCancel={onClose}
      onSubmit={(body) => void rotate(body)}
    />
  );
}
