"use client";

import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import { useAction } from "@/hooks/api/use-action";
import { admin } from "@/lib/contract/admin/calls";
import type { AdminAccount } from "@/lib/contract/admin/schemas";
import { pluralize } from "@/lib/utils/text/pluralize";

export interface AccountAction {
  kind: "endSessions" | "close";
  account: AdminAccount;
}

interface ConfirmAccountActionProps {
  /** Null: closed. */
  action: AccountAction | null;
  onClose(): void;
}

const ownershipText = (count: number): string =>
  count === 0 ? "" : ` It owns ${pluralize(count, "organization")}, which can't be transferred afterward.`;

/** Confirms signing an account out everywhere, or closing it. */
export function ConfirmAccountAction({ action, onClose }: ConfirmAccountActionProps) {
  const end = useAction(admin.endSessions, { success: "Signed out everywhere.", onSuccess: onClose });
  const close = useAction(admin.close, { success: "Account closed.", onSuccess: onClose });
  const { kind, account } = action ?? {};
  const closing = kind === "close";
  const params = { accountId: account?._id ?? "" };
  return (
    <ConfirmDialog
      open={action !== null}
      onOpenChange={(open) => !open && onClose()}
      title={closing ? `Close the account “${account?.name}”?` : `Sign out “${account?.name ?? ""}” everywhere?`}
      description={
        closing
          ? `No one can sign in to ${account?.email}, its API keys stop working, and its runs end. Memberships and resources are kept, and the account can be reopened.${ownershipText(account?.owns ?? 0)}`
          : `${account?.email ?? ""} must sign in again on every device, and password links expire. API keys keep working.`
      }
      confirmLabel={closing ? "Close account" : "Sign out everywhere"}
      pending={end.pending || close.pending}
      onConfirm={() => void (closing ? close.run({ params }) : end.run({ params }))}
    />
  );
}
