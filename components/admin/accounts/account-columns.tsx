import { Avatar } from "@/components/shared/details/avatar";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { createdColumn } from "@/components/shared/page/list-columns";
import type { Column } from "@/components/shared/page/resource-list";
import { Badge } from "@/components/ui/badge";
import type { AdminAccount } from "@/lib/contract/admin/schemas";
import { TwoLines } from "../two-lines";

export const accountColumns: Column<AdminAccount>[] = [
  {
    key: "name",
    label: "Name",
    sort: "name",
    cell: ({ name, email }) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <Avatar email={email} name={name} size="sm" />
        <TwoLines first={name} second={email} />
      </span>
    ),
  },
  { key: "state", label: "Status", cell: (account) => <Status account={account} /> },
  { key: "orgs", label: "Organizations", align: "right", wide: true, cell: ({ orgs }) => orgs },
  { key: "sessions", label: "Sign-ins", align: "right", roomy: true, cell: ({ sessions }) => sessions },
  {
    key: "seen",
    label: "Last active",
    cell: ({ lastSeen }) => (lastSeen ? <RelativeTime date={lastSeen} /> : <span className="text-faint">Never</span>),
  },
  createdColumn,
];

function Status({ account: { dateClosed, root, emailVerified } }: { account: AdminAccount }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {dateClosed && <Badge tone="danger">Closed</Badge>}
      {root && <Badge tone="accent">Root</Badge>}
      <Badge tone={emailVerified ? "success" : "neutral"}>{emailVerified ? "Confirmed" : "Not confirmed"}</Badge>
    </span>
  );
}
