"use client";

import type { ReactNode } from "react";
import { IdBadge } from "@/components/shared/details/id-badge";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import type { AuditEntry } from "@/lib/contract/audit/schemas";
import { kindLabel } from "@/lib/utils/text/kind-label";
import { changeVerb, describeSource, fieldName, valueText, withNames } from "./labels";

/** With names by the ids in its fields. */
export type NamedEntry = AuditEntry & { names: Record<string, string> };

interface EntryDialogProps {
  /** Null: closed. */
  entry: NamedEntry | null;
  onClose(): void;
}

/** All details of one audit entry. */
export function EntryDialog({ entry, onClose }: EntryDialogProps) {
  return (
    <Dialog open={entry !== null} onOpenChange={(open) => !open && onClose()}>
      {entry && (
        <DialogContent
          width="wide"
          title={`${changeVerb(entry)}: ${kindLabel(entry.kind)} “${entry.targetName}”`}
          description={`${entry.accountName}, ${new Date(entry.date).toLocaleString()}`}
        >
          <div className="grid gap-4">
            <Facts entry={entry} />
            <Changes entry={entry} />
          </div>
        </DialogContent>
      )}
    </Dialog>
  );
}

function Facts({ entry }: { entry: AuditEntry }) {
  const facts: [string, ReactNode][] = [
    ["Actor", entry.accountEmail ? `${entry.accountName} (${entry.accountEmail})` : entry.accountName],
    ["Source", describeSource(entry)],
    ["IP address", entry.address],
    ["Team", entry.teamId ? (entry.teamName ?? entry.teamId) : "None"],
    ["API call", <code key="call">{entry.action}</code>],
    ["Request ID", <IdBadge key="request" id={entry.requestId} />],
    ["ID", <IdBadge key="id" id={entry.targetId} />],
  ];
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-secondary">
      {facts.map(([label, value]) => (
        <div key={label} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Changes({ entry: { before, after, names: known } }: { entry: NamedEntry }) {
  const names = Object.keys({ ...before, ...after });
  if (names.length === 0) return <p className="text-muted text-secondary">No visible changes.</p>;
  const columns = [before && "Before", after && "After"].filter((label) => label !== null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div tabIndex={0} className="max-h-96 overflow-auto rounded-card border focus-visible:-outline-offset-2">
      <table className="w-full table-fixed text-left text-secondary">
        <thead className="bg-sunken text-label text-muted">
          <tr>
            <th className="w-32 px-3 py-1.5 font-medium">Field</th>
            {columns.map((label) => (
              <th key={label} className="px-3 py-1.5 font-medium">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {names.map((name) => (
            <tr key={name} className="align-top">
              <th scope="row" className="break-words px-3 py-1.5 font-medium">
                {fieldName(name)}
              </th>
              {[before, after].map(
                (side, i) =>
                  side && (
                    <td
                      key={i === 0 ? "before" : "after"}
                      dir="auto"
                      className="whitespace-pre-wrap break-words px-3 py-1.5"
                    >
                      {withNames(valueText(side[name]), known)}
                    </td>
                  ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
