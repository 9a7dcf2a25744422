"use client";

import { useState } from "react";
import { AlertDialog, AlertDialogContent } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { DialogFooter } from "@/components/ui/dialog";
import type { ApiError } from "@/lib/api/api-error";
import type { UsedBy } from "@/lib/contract/error";

interface DeleteDialogProps {
  /** What is deleted; null keeps the dialog closed. */
  item: { _id: string; name: string } | null;
  /** `agent`, `model`, … */
  kind: string;
  consequence: string;
  pending: boolean;
  /** Deletes it; a failure whose `usedBy` is filled is shown here and can be forced. */
  onDelete(id: string, force: boolean): Promise<boolean>;
  usedBy: UsedBy | undefined;
  onClose(): void;
}

export function DeleteDialog({ item, kind, consequence, pending, onDelete, usedBy, onClose }: DeleteDialogProps) {
  const used = usedBy && usedBy.length > 0;
  const confirm = async () => {
    if (item && (await onDelete(item._id, Boolean(used)))) onClose();
  };
  return (
    <AlertDialog open={item !== null} onOpenChange={(open) => !open && onClose()}>
      <AlertDialogContent
        title={`Delete the ${kind} “${item?.name ?? ""}”?`}
        description={used ? `It is in use. Those named below go on without it.` : consequence}
      >
        {used && (
          <ul className="max-h-40 overflow-y-auto rounded-control bg-sunken p-3 text-secondary">
            {usedBy.map(({ type, _id, name }) => (
              <li key={_id}>
                {name} <span className="text-muted">({type})</span>
              </li>
            ))}
          </ul>
        )}
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="destructive" loading={pending} onClick={() => void confirm()}>
            {used ? "Delete all the same" : "Delete"}
          </Button>
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}

/** State of a delete dialog: what is to go, and what uses it once the server has said so. */
export function useDelete<T extends { _id: string; name: string }>() {
  const [item, setItem] = useState<T | null>(null);
  const [usedBy, setUsedBy] = useState<UsedBy>();
  return {
    item,
    usedBy,
    ask: (next: T) => {
      setUsedBy(undefined);
      setItem(next);
    },
    close: () => setItem(null),
    /** For `useAction`'s onError: keeps the toast away when the dialog shows who uses it. */
    onError: (error: ApiError): boolean | undefined => {
      if (!error.usedBy?.length) return undefined;
      setUsedBy(error.usedBy);
      return true;
    },
  };
}
