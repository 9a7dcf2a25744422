import { Copy, Pencil, Trash2 } from "lucide-react";
import type { RowAction } from "../data-table/column";

type ActionFactory = (onSelect: () => void, disabledReason: string | undefined) => RowAction;

export const editAction: ActionFactory = (onSelect, disabledReason) => ({
  label: "Edit",
  icon: <Pencil />,
  onSelect,
  disabledReason,
  opens: true,
});
export const duplicateAction: ActionFactory = (onSelect, disabledReason) => ({
  label: "Duplicate",
  icon: <Copy />,
  onSelect,
  disabledReason,
});
export const deleteAction: ActionFactory = (onSelect, disabledReason) => ({
  label: "Delete",
  icon: <Trash2 />,
  danger: true,
  onSelect,
  disabledReason,
});
