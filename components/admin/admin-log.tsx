"use client";

import { ScrollText } from "lucide-react";
import type { Column } from "@/components/shared/data-table/column";
import { DataTable } from "@/components/shared/data-table/data-table";
import { pagedProps } from "@/components/shared/data-table/paged";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { EmptyState } from "@/components/shared/status/empty-state";
import { CutText } from "@/components/ui/cut-text";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { plans } from "@/lib/constants/plans";
import { admin } from "@/lib/contract/admin/calls";
import type { ResponseBody } from "@/lib/contract/base/endpoint";

type Entry = ResponseBody<typeof admin.log>["entries"][number];

const isPlan = (value: unknown): value is keyof typeof plans =>
  typeof value === "string" && Object.hasOwn(plans, value);

/** Describes each action in a few words. */
const done: Record<string, (entry: Entry) => string> = {
  "admin.setPlan": ({ after }) =>
    isPlan(after?.plan) ? `Set the plan to ${plans[after.plan].title}` : "Removed the plan override",
  "admin.endSessions": () => "Signed out everywhere",
  "admin.twoFactorOff": () => "Turned off two-factor authentication",
  "admin.close": () => "Closed the account",
  "admin.reopen": () => "Reopened the account",
  "admin.root": ({ after }) => (after?.root === true ? "Granted root access" : "Revoked root access"),
  "admin.cancelRun": () => "Canceled a run",
  "admin.requeueRun": () => "Returned a run to the queue",
  // The action's former name, in older entries.
  "admin.giveBackRun": () => "Returned a run to the queue",
  "admin.resendMail": () => "Sent an email",
  "admin.removeMail": () => "Deleted an email",
};

const columns: Column<Entry>[] = [
  { key: "what", label: "Action", cell: (entry) => done[entry.action]?.(entry) ?? entry.action },
  {
    key: "target",
    label: "Target",
    cell: ({ targetName, teamName, kind }) => (
      <CutText text={kind === "run" ? (teamName ?? targetName) : targetName} title={targetName} />
    ),
  },
  {
    key: "org",
    label: "Organization",
    wide: true,
    cell: ({ orgName }) => (
      <span dir="auto" className="block truncate">
        {orgName ?? <span className="text-faint">Server only</span>}
      </span>
    ),
  },
  {
    key: "who",
    label: "Actor",
    cell: ({ accountName, accountEmail }) => <CutText text={accountName} title={accountEmail} />,
  },
  { key: "address", label: "IP address", wide: true, cell: ({ address }) => address },
  { key: "when", label: "Time", cell: ({ date }) => <RelativeTime date={date} /> },
];

/** The administrators' actions, in the console and on the command line. */
export function AdminLog() {
  const query = useInfiniteEndpoint(admin.log, { items: ({ entries }) => entries });
  return (
    <DataTable
      title="Log"
      columns={columns}
      getKey={({ _id }) => _id}
      getName={({ action, targetName }) => `${action} ${targetName}`}
      empty={
        <EmptyState icon={ScrollText}>
          Actions taken here or with npm run admin. They also appear in the audit logs of the affected organizations.
        </EmptyState>
      }
      {...pagedProps(query)}
    />
  );
}
