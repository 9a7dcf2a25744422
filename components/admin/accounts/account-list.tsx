"use client";

import { Lock, LockOpen, LogOut, Users } from "lucide-react";
import { useState } from "react";
import { ResourceList } from "@/components/shared/page/resource-list";
import { EmptyState } from "@/components/shared/status/empty-state";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/api/use-action";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { admin } from "@/lib/contract/admin/calls";
import type { AdminAccount } from "@/lib/contract/admin/schemas";
import { adminSort } from "../admin-sort";
import { accountColumns } from "./account-columns";
import { type AccountAction, ConfirmAccountAction } from "./confirm-account-action";

const states = ["open", "closed", "root"] as const;

/** All accounts of the server, with usage counts. */
export function AccountList() {
  const { ownId } = useAccount();
  const list = useListState();
  const [action, setAction] = useState<AccountAction | null>(null);
  const state = states.find((one) => one === list.filter("state"));
  const orgId = list.filter("orgId") ?? undefined;
  const query = useInfiniteEndpoint(admin.accounts, {
    query: { ...adminSort(list.query), ...(state && { state }), ...(orgId && { orgId }) },
    items: ({ accounts }) => accounts,
  });
  const reopen = useAction(admin.reopen, { success: "Account reopened." });
  const actions = (account: AdminAccount) => [
    {
      label: "Sign out everywhere",
      icon: <LogOut />,
      onSelect: () => setAction({ kind: "endSessions", account }),
      disabledReason: account.sessions === 0 ? "Not signed in anywhere." : undefined,
    },
    account.dateClosed
      ? {
          label: "Reopen",
          icon: <LockOpen />,
          onSelect: () => void reopen.run({ params: { accountId: account._id } }),
        }
      : {
          label: "Close",
          icon: <Lock />,
          danger: true,
          onSelect: () => setAction({ kind: "close", account }),
          disabledReason: account._id === ownId ? "This is your own account." : undefined,
        },
  ];
  return (
    <ResourceList
      title="Accounts"
      columns={accountColumns}
      actions={actions}
      filters={[
        {
          name: "state",
          label: "Status",
          className: "w-40 max-md:min-w-0",
          value: state,
          all: "All statuses",
          options: [
            { value: "open", label: "Open" },
            { value: "closed", label: "Closed" },
            { value: "root", label: "Root" },
          ],
        },
      ]}
      linkFilter={
        orgId ? { note: "Members of one organization", clear: () => list.setFilter("orgId", null) } : undefined
      }
      dialogs={<ConfirmAccountAction action={action} onClose={() => setAction(null)} />}
      state={list}
      query={query}
      empty={<EmptyState icon={Users}>No accounts yet.</EmptyState>}
    />
  );
}
