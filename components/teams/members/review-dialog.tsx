"use client";

import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import { permissionLabel } from "./permission-draft";

interface ReviewProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  name: string;
  before: readonly number[];
  after: readonly number[];
  pending: boolean;
  onConfirm: () => void;
}

/** Reviews the permissions that a save adds and removes, inherited ones included. */
export function ReviewDialog({ open, onOpenChange, name, before, after, pending, onConfirm }: ReviewProps) {
  const added = after.filter((bit) => !before.includes(bit));
  const removed = before.filter((bit) => !after.includes(bit));
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Change permissions for ${name}?`}
      description="Changes take effect immediately."
      confirmLabel="Save"
      destructive={false}
      pending={pending}
      onConfirm={onConfirm}
    >
      <div className="grid max-h-72 gap-3 overflow-y-auto rounded-control border bg-sunken px-3 py-2 text-secondary">
        <Changes title="Added" bits={added} />
        <Changes title="Removed" bits={removed} />
        {added.length + removed.length === 0 && (
          <p>Effective permissions don't change, because the member already inherits the permissions you edited.</p>
        )}
      </div>
    </ConfirmDialog>
  );
}

function Changes({ title, bits }: { title: string; bits: readonly number[] }) {
  if (bits.length === 0) return null;
  return (
    <div className="grid gap-1">
      <p className="font-medium">{title}</p>
      <ul className="grid gap-0.5">
        {bits.map((bit) => (
          <li key={bit}>{permissionLabel(bit)}</li>
        ))}
      </ul>
    </div>
  );
}
