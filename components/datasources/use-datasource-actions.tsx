"use client";

import { RefreshCw, Settings } from "lucide-react";
import { useRouter } from "next/navigation";
import type { RowAction } from "@/components/shared/data-table/column";
import { useRemoval } from "@/components/shared/dialogs/use-removal";
import { deleteAction } from "@/components/shared/page/row-actions";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { datasources } from "@/lib/contract/datasources/calls";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import { Permission } from "@/lib/permissions/bits";
import { fileSource, isInProgress } from "./labels";

/** The actions on a datasource, in a list and on its page. */
export function useDatasourceActions(slug: string, onDeleted?: () => void) {
  const router = useRouter();
  const { why } = usePermission();
  const params = { resourceSlug: slug };
  const removal = useRemoval<Datasource>({
    kind: "data source",
    call: datasources.remove,
    params: (datasourceId) => ({ ...params, datasourceId }),
    consequence:
      "This deletes its documents, uploaded files, chunks, vectors and search tool. A connected source isn't changed.",
    invalidate: ["agents", "tools", "plans"],
    onSuccess: onDeleted,
  });
  const sync = useAction(datasources.sync, { success: "Sync started.", invalidate: ["documents", "airbyte"] });
  const findSyncProblem = (datasource: Datasource): string | undefined => {
    if (datasource.status === "draft") return "Choose streams first.";
    if (isInProgress(datasource)) return "A sync is running.";
    return why(Permission.SYNC_DATASOURCE);
  };
  const syncNow = (datasource: Datasource) => void sync.run({ params: { ...params, datasourceId: datasource._id } });
  return {
    findSyncProblem,
    syncNow,
    syncing: sync.pending,
    actions: (datasource: Datasource): RowAction[] => [
      ...(datasource.sourceType === fileSource
        ? []
        : [
            {
              label: "Sync now",
              icon: <RefreshCw />,
              onSelect: () => syncNow(datasource),
              disabledReason: findSyncProblem(datasource),
            },
          ]),
      ...(datasource.status === "draft"
        ? []
        : [
            {
              label: "Settings",
              icon: <Settings />,
              opens: true,
              onSelect: () => router.push(`/${slug}/datasource/${datasource._id}?tab=settings`),
            },
          ]),
      deleteAction(() => removal.ask(datasource), why(Permission.DELETE_DATASOURCE)),
    ],
    dialog: removal.dialog,
  };
}
