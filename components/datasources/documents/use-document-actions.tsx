"use client";

import { Ban, RotateCcw } from "lucide-react";
import type { RowAction } from "@/components/shared/data-table/column";
import { DeleteDialog, useDelete } from "@/components/shared/dialogs/delete-dialog";
import { deleteAction } from "@/components/shared/page/row-actions";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { documents } from "@/lib/contract/documents/calls";
import type { KnowledgeDocument } from "@/lib/contract/documents/schemas";
import { Permission } from "@/lib/permissions/bits";
import { fileSource } from "../labels";

interface DocumentList {
  slug: string;
  datasourceId: string;
  sourceType: string;
}

/** The actions on a document: retry, exclude, delete. */
export function useDocumentActions({ slug, datasourceId, sourceType }: DocumentList) {
  const { why } = usePermission();
  const params = { resourceSlug: slug, datasourceId };
  const removal = useDelete<{ _id: string; name: string }>();
  const remove = useAction(documents.remove, {
    success: "Document deleted.",
    invalidate: ["datasources", "cases", "trials", "plans"],
  });
  const retry = useAction(documents.retry, { success: "Retrying document.", invalidate: ["datasources"] });
  const include = useAction(documents.retry, { success: "Including document.", invalidate: ["datasources"] });
  const skip = useAction(documents.skip, { success: "Document excluded.", invalidate: ["datasources"] });
  const retryAll = useAction(documents.retryFailed, {
    success: "Retrying all failed documents.",
    invalidate: ["datasources"],
  });
  return {
    actions: ({ _id, title, stage, error }: KnowledgeDocument): RowAction[] => [
      ...(stage === "stored" && !error
        ? []
        : [
            {
              label: stage === "skipped" ? "Include" : "Retry",
              icon: <RotateCcw />,
              onSelect: () => {
                const call = stage === "skipped" ? include : retry;
                void call.run({ params: { ...params, documentId: _id } });
              },
              disabledReason: why(Permission.SYNC_DATASOURCE),
            },
          ]),
      ...(stage === "stored" || stage === "skipped"
        ? []
        : [
            {
              label: "Exclude",
              icon: <Ban />,
              onSelect: () => void skip.run({ params: { ...params, documentId: _id } }),
              disabledReason: why(Permission.SYNC_DATASOURCE),
            },
          ]),
      deleteAction(() => removal.ask({ _id, name: title }), why(Permission.EDIT_DATASOURCE)),
    ],
    retryAll: () => void retryAll.run({ params }),
    retrying: retryAll.pending,
    retryDisabledReason: why(Permission.SYNC_DATASOURCE),
    dialog: (
      <DeleteDialog
        {...removal}
        kind="document"
        consequence={
          sourceType === fileSource
            ? "This deletes its file, chunks and vectors."
            : "This deletes its chunks and vectors. If the source still has the document, the next full refresh adds it again."
        }
        pending={remove.pending}
        onClose={removal.close}
        onDelete={async (documentId) => Boolean(await remove.run({ params: { ...params, documentId } }))}
      />
    ),
  };
}
