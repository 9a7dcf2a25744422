"use client";

import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import { samples } from "@/lib/contract/samples/calls";
import { sessions } from "@/lib/contract/sessions/calls";
import { Permission } from "@/lib/permissions/bits";
import { toast } from "@/lib/utils/toasts/toast";

/** Starts a session whose agent answers from a data source. */
export function useAsk(slug: string, { _id, status, usedBy, recordCount }: Datasource, onStart: (id: string) => void) {
  const { why } = usePermission();
  const invalidate = ["agents", "apps", "tools", "datasources"];
  const ask = useAction(samples.ask, { navigate: false, invalidate });
  const add = useAction(sessions.add, { navigate: false });
  const start = async () => {
    const found = await ask.run({ params: { resourceSlug: slug, datasourceId: _id } });
    const session = found && (await add.run({ params: { resourceSlug: slug }, body: { id: found.appId } }));
    if (!session) return;
    if (found.created) toast.success("Created an app and an agent that answer from this data source.");
    onStart(session._id);
  };
  const missing = usedBy === 0 ? (why(Permission.CREATE_AGENT) ?? why(Permission.CREATE_APP)) : undefined;
  const empty = recordCount.succeeded === 0 ? "No documents are ready yet." : undefined;
  const draft = status === "draft" ? "Finish the setup first." : undefined;
  return { start, pending: ask.pending || add.pending, disabledReason: draft ?? empty ?? missing };
}
