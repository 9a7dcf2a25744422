"use client";

import { Download, MessageSquarePlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { RowAction } from "@/components/shared/data-table/column";
import { useRemoval } from "@/components/shared/dialogs/use-removal";
import { deleteAction, duplicateAction, editAction } from "@/components/shared/page/row-actions";
import { useAccount } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { apps } from "@/lib/contract/apps/calls";
import type { App } from "@/lib/contract/apps/schemas";
import { sessions } from "@/lib/contract/sessions/calls";
import { Permission } from "@/lib/permissions/bits";
import { ExportDialog } from "./export-dialog";

/** Only the organization's owner can delete apps; the permission cannot be granted. */
export const ownersOnlyText = "Only the organization's owner can delete apps.";
const privateText = "This app is private. Its creator or a team admin can share it with the team.";
const noAgentText = "Choose an agent in the app first.";
const noTasksText = "Add a task to the app first.";

const isReady = ({ type, chatAppConfig, processConfig }: App): boolean =>
  type === "process" ? processConfig.taskIds.length > 0 : chatAppConfig.agentId !== null;

/** The actions on an app, and their dialogs. */
export function useAppActions(slug: string, onDeleted?: () => void) {
  const router = useRouter();
  const params = { resourceSlug: slug };
  const { why, has } = usePermission();
  const removal = useRemoval<App>({
    kind: "app",
    call: apps.remove,
    params: (appId) => ({ ...params, appId }),
    consequence: "Its sessions stay in the history. Its share links stop working.",
    onSuccess: onDeleted,
  });
  const [exported, setExported] = useState<App | null>(null);
  const duplicate = useAction(apps.duplicate, { success: "App duplicated.", navigate: false });
  const start = useAction(sessions.add);
  const startSession = (app: App) => void start.run({ params, body: { id: app._id } });
  const { account } = useAccount();
  const canUse = ({ sharingConfig, createdBy }: App) =>
    sharingConfig.mode !== "private" ||
    createdBy === account?._id ||
    has(Permission.TEAM_ADMIN) ||
    has(Permission.TEAM_OWNER);
  const findStartProblem = (app: App) =>
    !canUse(app) ? privateText : isReady(app) ? undefined : app.type === "process" ? noTasksText : noAgentText;
  const open = (app: App): RowAction[] => [
    {
      label: "New session",
      icon: <MessageSquarePlus />,
      onSelect: () => startSession(app),
      disabledReason: findStartProblem(app),
    },
    editAction(() => router.push(`/${slug}/app/${app._id}/edit`), why(Permission.EDIT_APP)),
  ];
  const others = (app: App): RowAction[] => [
    {
      label: "Export",
      icon: <Download />,
      onSelect: () => setExported(app),
      disabledReason: canUse(app) ? undefined : privateText,
      opens: true,
    },
    duplicateAction(() => void duplicate.run({ params: { ...params, appId: app._id } }), why(Permission.CREATE_APP)),
    deleteAction(() => removal.ask(app), has(Permission.DELETE_APP) ? undefined : ownersOnlyText),
  ];
  const dialog = (
    <>
      {removal.dialog}
      <ExportDialog slug={slug} app={exported} onClose={() => setExported(null)} />
    </>
  );
  return {
    actions: (app: App) => [...open(app), ...others(app)],
    /** Actions that the app's page does not show as buttons. */
    others,
    dialog,
    startSession,
    findStartProblem,
    starting: start.pending,
  };
}
