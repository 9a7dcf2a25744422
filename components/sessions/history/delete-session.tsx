"use client";

import { useRouter } from "next/navigation";
import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/api/use-action";
import { trashDays } from "@/lib/constants/trash";
import { sessions } from "@/lib/contract/sessions/calls";
import type { Session } from "@/lib/contract/sessions/schemas";
import { pluralize } from "@/lib/utils/text/pluralize";

interface DeleteProps {
  slug: string;
  session: Pick<Session, "_id" | "name" | "messageCount" | "createdBy" | "createdByName">;
  open: boolean;
  onOpenChange(open: boolean): void;
  /** Go to the history afterwards, if the session's page is open. */
  leave?: boolean;
}

export function DeleteSession({ slug, session, open, onOpenChange, leave }: DeleteProps) {
  const router = useRouter();
  const { account } = useAccount();
  const remove = useAction(sessions.remove, { success: "Session deleted." });
  const confirm = async () => {
    const done = await remove.run({ params: { resourceSlug: slug, sessionId: session._id } });
    if (!done) return;
    onOpenChange(false);
    if (leave) router.push(`/${slug}/sessions`);
  };
  const messages = pluralize(session.messageCount, "message");
  // Members can delete all sessions they see, so the dialog names the owner if it is someone else.
  const ownerText =
    session.createdByName && session.createdBy !== account?._id ? `Started by ${session.createdByName}. ` : "";
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete “${session.name}”?`}
      description={`${ownerText}This deletes ${messages}, files and the trace. A running answer is canceled. You can restore the session from the trash for up to ${trashDays} days.`}
      confirmLabel="Delete"
      pending={remove.pending}
      onConfirm={() => void confirm()}
    />
  );
}
