"use client";

import { useRouter } from "next/navigation";
import { useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { call } from "@/lib/api/browser";
import type { Endpoint } from "@/lib/contract/base/endpoint";
import type { UsedBy } from "@/lib/contract/base/error";
import { capitalize } from "@/lib/utils/text/capitalize";
import type { RowAction } from "../data-table/column";
import { useBulkDelete } from "../dialogs/use-bulk-delete";
import { type RemovalOptions, type RemoveCall, useRemoval } from "../dialogs/use-removal";
import { deleteAction, duplicateAction, editAction } from "./row-actions";

interface ResourceActionsOptions<T> extends Omit<RemovalOptions<T>, "call" | "params"> {
  calls: { remove: RemoveCall; duplicate: Endpoint };
  /** The name of the record's ID in paths. */
  idParam: string;
  /** Path of the page that edits a row. */
  href(item: T): string;
  permissions: { create: number; edit: number; remove: number };
  /** The consequence of deleting several rows; without one, rows can't be selected. */
  bulkConsequence?: string;
  /** What uses a row, if the row says it. */
  users?(item: T): UsedBy;
  /** Why a row can't be changed at all. */
  fixedReason?(item: T): string | undefined;
  /** Further actions on a row, before the last. */
  more?(item: T): RowAction[];
}

/** The actions that the rows of all lists of resources have: edit, duplicate and delete, and their dialogs. */
export function useResourceActions<T extends { _id: string; name: string }>(options: ResourceActionsOptions<T>) {
  const { kind, calls, idParam, href, permissions, bulkConsequence, users, fixedReason, more } = options;
  const slug = useTeamSlug();
  const router = useRouter();
  const { why } = usePermission();
  const paramsOf = (id: string) => ({ resourceSlug: slug, [idParam]: id });
  const removal = useRemoval<T>({ ...options, call: calls.remove, params: paramsOf });
  const duplicate = useAction(calls.duplicate, { success: `${capitalize(kind)} duplicated.`, navigate: false });
  const bulk = useBulkDelete<T>({
    kind,
    consequence: bulkConsequence ?? "",
    disabledReason: why(permissions.remove),
    invalidate: [calls.remove.resource, ...(options.invalidate ?? [])],
    remove: ({ _id }, force) => call(calls.remove, { params: paramsOf(_id), body: { force } }),
  });
  const actions = (item: T): RowAction[] => {
    const fixed = fixedReason?.(item);
    return [
      editAction(() => router.push(href(item)), fixed ?? why(permissions.edit)),
      duplicateAction(() => void duplicate.run({ params: paramsOf(item._id) }), fixed ?? why(permissions.create)),
      ...(more?.(item) ?? []),
      deleteAction(() => removal.ask(item, users?.(item)), fixed ?? why(permissions.remove)),
    ];
  };
  return {
    href,
    actions,
    bulk: bulkConsequence === undefined ? [] : [bulk.action],
    dialogs: (
      <>
        {removal.dialog}
        {bulk.dialog}
      </>
    ),
  };
}
