"use client";

import { Download, Tags } from "lucide-react";
import { useState } from "react";
import type { BulkAction } from "@/components/shared/data-table/column";
import { useBulkDelete } from "@/components/shared/dialogs/use-bulk-delete";
import { usePermission } from "@/hooks/account/use-permission";
import { call } from "@/lib/api/browser";
import { apps } from "@/lib/contract/apps/calls";
import type { App } from "@/lib/contract/apps/schemas";
import { Permission } from "@/lib/permissions/bits";
import { BulkTags } from "./bulk-tags";
import { exportApp } from "./export-app";
import { ownersOnlyText } from "./use-app-actions";

/** The actions on several apps, and their dialogs. */
export function useBulkApps(slug: string) {
  const { why, has } = usePermission();
  const params = { resourceSlug: slug };
  const [tagged, setTagged] = useState<readonly App[]>([]);
  const deletion = useBulkDelete<App>({
    kind: "app",
    consequence: "Their sessions stay in the history. Share links stop working.",
    disabledReason: has(Permission.DELETE_APP) ? undefined : ownersOnlyText,
    invalidate: ["apps"],
    remove: ({ _id }) => call(apps.remove, { params: { ...params, appId: _id } }),
  });
  const download = async (chosen: readonly App[]) => {
    for (const app of chosen) await exportApp(slug, app);
  };
  const actions: BulkAction<App>[] = [
    { label: "Export", icon: <Download aria-hidden />, run: (chosen) => void download(chosen) },
    { label: "Add tags", icon: <Tags aria-hidden />, disabledReason: why(Permission.EDIT_APP), run: setTagged },
    deletion.action,
  ];
  const dialogs = (
    <>
      {deletion.dialog}
      <BulkTags slug={slug} items={tagged} onClose={() => setTagged([])} />
    </>
  );
  return { actions, dialogs };
}
