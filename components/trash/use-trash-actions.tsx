"use client";

import { RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import type { RowAction } from "@/components/shared/data-table/column";
import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useRestore } from "@/hooks/api/use-restore";
import { trash } from "@/lib/contract/trash/calls";
import type { TrashItem } from "@/lib/contract/trash/schemas";
import { trashPermissions } from "@/lib/permissions/trash";
import { RestoreDialog, type TakenName } from "./restore-dialog";

/** The actions on an item in the trash, and their dialogs. */
export function useTrashActions(slug: string) {
  const { why } = usePermission();
  const [removed, setRemoved] = useState<TrashItem | null>(null);
  const [taken, setTaken] = useState<TakenName | null>(null);
  const remove = useAction(trash.remove, { success: "Deleted permanently." });
  const restore = useRestore();
  const restoreItem = async (item: TrashItem) => {
    const found = await restore({ resourceSlug: slug, trashId: item._id });
    if (found) setTaken({ item, ...found });
  };
  const removeItem = async () => {
    const params = removed && { resourceSlug: slug, trashId: removed._id };
    if (params && (await remove.run({ params }))) setRemoved(null);
  };
  const reason = (bit: number | undefined) => (bit === undefined ? undefined : why(bit));
  const actions = (item: TrashItem): RowAction[] => [
    {
      label: "Restore",
      icon: <RotateCcw />,
      onSelect: () => void restoreItem(item),
      disabledReason: reason(trashPermissions[item.type].restore),
    },
    {
      label: "Delete permanently",
      icon: <Trash2 />,
      danger: true,
      onSelect: () => setRemoved(item),
      disabledReason: reason(trashPermissions[item.type].remove),
    },
  ];
  const dialogs = (
    <>
      <ConfirmDialog
        open={removed !== null}
        onOpenChange={(open) => !open && !remove.pending && setRemoved(null)}
        title={`Delete “${removed?.name ?? ""}” permanently?`}
        description="This can't be undone."
        confirmLabel="Delete permanently"
        pending={remove.pending}
        onConfirm={() => void removeItem()}
      />
      <RestoreDialog slug={slug} taken={taken} onTaken={setTaken} />
    </>
  );
  return { actions, dialogs };
}
