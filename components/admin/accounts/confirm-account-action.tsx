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
  count === 0 ? "" : ` It owns ${pluralize(count, "organization")}, which nobody can hand over then.`;

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
      title={closing ? `Close the account of “${account?.name}”?` : `Sign “${account?.name ?? ""}” out everywhere?`}
      description={
        closing
          ? `Nobody can sign in to ${account?.email}, its API keys are refused and its runs are stopped. Memberships and what it has made stay, and it can be opened again.${ownershipText(account?.owns ?? 0)}`
          : `${account?.email ?? ""} has to sign in again on every device, and links to choose a password end. API keys go on.`
      }
      confirmLabel={closing ? "Close account" : "End sessions"}
      pending={end.pending || close.pending}
      onConfirm={() => void (closing ? close.run({ params }) : end.run({ params }))}
    />
  );
}
