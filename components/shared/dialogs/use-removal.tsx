"use client";

import { useAction } from "@/hooks/api/use-action";
import type { Endpoint } from "@/lib/contract/base/endpoint";
import type { forceQuery } from "@/lib/contract/base/fields";
import { capitalize } from "@/lib/utils/text/capitalize";
import { DeleteDialog, useDelete } from "./delete-dialog";

/** A call that deletes a record, by force if others use it. */
export type RemoveCall = Endpoint & { shapes?: { body: typeof forceQuery } };

export interface RemovalOptions<T> {
  /** `agent`, `data source`, … */
  kind: string;
  call: RemoveCall;
  params(id: string): Record<string, string>;
  /** The consequence if nothing uses it. */
  consequence: string | ((item: T) => string);
  /** What else is lost if something uses it. */
  loss?(item: T): string | undefined;
  /** Its name has to be typed first. */
  typeToConfirm?: boolean;
  /** Other resources whose data changes. */
  invalidate?: readonly string[];
  onSuccess?: (() => void) | undefined;
}

/** Asks before it deletes a record, and names what uses it. */
export function useRemoval<T extends { _id: string; name: string }>(options: RemovalOptions<T>) {
  const { kind, call, params, consequence, loss, typeToConfirm, invalidate, onSuccess } = options;
  const removal = useDelete<T>();
  const { item } = removal;
  const remove = useAction(call, {
    success: `${capitalize(kind)} deleted.`,
    invalidate,
    onSuccess,
    onError: removal.onError,
  });
  const dialog = (
    <DeleteDialog
      {...removal}
      kind={kind}
      consequence={typeof consequence === "string" ? consequence : item ? consequence(item) : ""}
      loss={item ? loss?.(item) : undefined}
      pending={remove.pending}
      typeToConfirm={typeToConfirm}
      onClose={removal.close}
      onDelete={async (id, force) => Boolean(await remove.run({ params: params(id), body: { force } }))}
    />
  );
  return { ask: removal.ask, dialog };
}
