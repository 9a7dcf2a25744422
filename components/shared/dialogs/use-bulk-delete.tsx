"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { BulkAction } from "@/components/shared/data-table/column";
import { useTeamSlug } from "@/context/account";
import { useUndo } from "@/hooks/api/use-restore";
import { ApiError, errorMessage } from "@/lib/api/api-error";
import { trashDays } from "@/lib/constants/trash";
import { pluralize } from "@/lib/utils/text/pluralize";
import { toast } from "@/lib/utils/toasts/toast";
import { ConfirmDialog } from "./confirm-dialog";

interface Named {
  _id: string;
  name: string;
}

interface Failure<T> {
  item: T;
  message: string;
  /** Something uses it: it can be deleted anyway. */
  used: boolean;
}

interface BulkDeleteOptions<T> {
  /** `agent`, `data source`, … */
  kind: string;
  consequence: string;
  disabledReason: string | undefined;
  /** Resources whose data changes. */
  invalidate: readonly string[];
  /** Deletes one; throws ApiError. */
  remove(item: T, force: boolean): Promise<unknown>;
}

const restorableText = `You can restore them from the trash for up to ${trashDays} days.`;

/** Deletes the selected rows one after the other. What could not be deleted is listed with the reason. */
export function useBulkDelete<T extends Named>(options: BulkDeleteOptions<T>) {
  const { kind, consequence, disabledReason, invalidate, remove } = options;
  const queryClient = useQueryClient();
  const slug = useTeamSlug();
  const undo = useUndo();
  const [items, setItems] = useState<readonly T[]>([]);
  const [failures, setFailures] = useState<readonly Failure<T>[]>([]);
  const [pending, setPending] = useState(false);
  const close = () => {
    setItems([]);
    setFailures([]);
  };
  const run = async () => {
    setPending(true);
    const force = failures.length > 0;
    const targets = force ? failures.filter(({ used }) => used).map(({ item }) => item) : items;
    const answers: unknown[] = [];
    const failed: Failure<T>[] = failures.filter(({ used }) => !used);
    for (const item of targets) {
      try {
        answers.push(await remove(item, force));
      } catch (error) {
        const used = error instanceof ApiError && Boolean(error.usedBy?.length);
        failed.push({ item, message: errorMessage(error), used });
      }
    }
    if (answers.length > 0) toast.success(`${pluralize(answers.length, kind)} deleted.`, undo(answers, slug));
    for (const resource of invalidate) void queryClient.invalidateQueries({ queryKey: [resource] });
    setPending(false);
    if (failed.length === 0) close();
    else setFailures(failed);
  };
  const canForce = failures.some(({ used }) => used);
  const action: BulkAction<T> = {
    label: "Delete",
    icon: <Trash2 aria-hidden />,
    danger: true,
    disabledReason,
    run: setItems,
  };
  const dialog = (
    <ConfirmDialog
      open={items.length > 0}
      onOpenChange={(open) => !open && !pending && close()}
      title={
        failures.length > 0
          ? `${pluralize(failures.length, kind)} couldn't be deleted`
          : `Delete ${pluralize(items.length, kind)}?`
      }
      description={
        failures.length === 0
          ? `${consequence} ${restorableText}`
          : failures.length < items.length
            ? "The others were deleted."
            : "Nothing was deleted."
      }
      confirmLabel={canForce ? "Delete anyway" : failures.length > 0 ? "Close" : "Delete"}
      destructive={canForce || failures.length === 0}
      pending={pending}
      onConfirm={() => (failures.length > 0 && !canForce ? close() : void run())}
    >
      <ul className="max-h-60 divide-y overflow-y-auto rounded-control border">
        {(failures.length > 0 ? failures : items.map((item) => ({ item, message: "" }))).map(({ item, message }) => (
          <li key={item._id} className="grid gap-0.5 px-3 py-2">
            <span dir="auto" className="truncate">
              {item.name}
            </span>
            {message && <span className="text-danger text-secondary">{message}</span>}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
  return { action, dialog };
}
