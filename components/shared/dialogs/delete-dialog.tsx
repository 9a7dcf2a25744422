"use client";

import { useState } from "react";
import type { ApiError } from "@/lib/api/api-error";
import { trashDays, trashKinds } from "@/lib/constants/trash";
import type { UsedBy } from "@/lib/contract/base/error";
import { kindLabel } from "@/lib/utils/text/kind-label";
import { ConfirmDialog, DependentsList } from "./confirm-dialog";

interface DeleteDialogProps {
  /** What is deleted; null keeps the dialog closed. */
  item: { _id: string; name: string } | null;
  /** `agent`, `model`, … */
  kind: string;
  /** The consequence if nothing uses it. */
  consequence: string;
  /** What else is lost if something uses it. */
  loss?: string | undefined;
  pending: boolean;
  /** Deletes it; a failure whose `usedBy` is filled is shown here and can be forced. */
  onDelete(id: string, force: boolean): Promise<boolean>;
  usedBy: UsedBy | undefined;
  /** Its name has to be typed first. */
  typeToConfirm?: boolean;
  onClose(): void;
}

/** What the deletion means for what uses it. */
function describeUse(kind: string, one: boolean): string {
  if (kind === "vector DB")
    return `${one ? "This data source moves to the built-in vector DB and is" : "These data sources move to the built-in vector DB and are"} embedded again.`;
  const users = one ? `This item uses this ${kind}. It` : `These items use this ${kind}. They`;
  if (kind === "agent") return `${users} won't run until you choose another.`;
  if (kind === "model" || kind === "provider") return `${users} won't work until you choose another.`;
  return `${users} ${one ? "continues" : "continue"} without it.`;
}

const restorableText = (kind: string): string =>
  trashKinds.some((one) => kindLabel(one) === kind)
    ? `You can restore it from the trash for up to ${trashDays} days.`
    : "";

export function DeleteDialog({
  item,
  kind,
  consequence,
  loss,
  pending,
  onDelete,
  usedBy,
  typeToConfirm,
  onClose,
}: DeleteDialogProps) {
  const used = usedBy !== undefined && usedBy.length > 0;
  const confirm = async () => {
    if (item && (await onDelete(item._id, used))) onClose();
  };
  return (
    <ConfirmDialog
      open={item !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Delete the ${kind} “${item?.name ?? ""}”?`}
      description={[used && describeUse(kind, usedBy.length === 1), (used && loss) || consequence, restorableText(kind)]
        .filter(Boolean)
        .join(" ")}
      confirmLabel={used ? "Delete anyway" : "Delete"}
      pending={pending}
      confirmText={typeToConfirm ? item?.name.trim() : undefined}
      onConfirm={() => void confirm()}
    >
      {used && <DependentsList items={usedBy} />}
    </ConfirmDialog>
  );
}

type Named = { _id: string; name: string }[];

/** The users of a row that names them, for `ask`. */
export const listUsers = ({ agents, tasks, apps = [] }: { agents: Named; tasks: Named; apps?: Named }): UsedBy => [
  ...agents.map((one) => ({ type: "agent", ...one })),
  ...tasks.map((one) => ({ type: "task", ...one })),
  ...apps.map((one) => ({ type: "app", ...one })),
];

/** State of a delete dialog: the item, and its users if they are known or once the server has refused. */
export function useDelete<T extends { _id: string; name: string }>() {
  const [item, setItem] = useState<T | null>(null);
  const [usedBy, setUsedBy] = useState<UsedBy>();
  return {
    item,
    usedBy,
    ask: (next: T, users?: UsedBy) => {
      setUsedBy(users);
      setItem(next);
    },
    close: () => setItem(null),
    /** For `useAction`'s onError: suppresses the toast if the dialog shows the users. */
    onError: (error: ApiError): boolean | undefined => {
      if (!error.usedBy?.length) return undefined;
      setUsedBy(error.usedBy);
      return true;
    },
  };
}
