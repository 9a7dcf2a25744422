import { Copy, Pencil, Trash2 } from "lucide-react";
import type { RowAction } from "../data-table/column";

type Make = (onSelect: () => void, why: string | undefined) => RowAction;

export const editAction: Make = (onSelect, why) => ({ label: "Edit", icon: <Pencil />, onSelect, why, opens: true });
export const duplicateAction: Make = (onSelect, why) => ({ label: "Duplicate", icon: <Copy />, onSelect, why });
export const deleteAction: Make = (onSelect, why) => ({
  label: "Delete",
  icon: <Trash2 />,
  danger: true,
  onSelect,
  why,
});
