"use client";

import { Eye, MailCheck, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Column } from "@/components/shared/data-table/column";
import { DataTable } from "@/components/shared/data-table/data-table";
import { pagedProps } from "@/components/shared/data-table/paged";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import { EmptyState } from "@/components/shared/status/empty-state";
import { Badge } from "@/components/ui/badge";
import { useAction } from "@/hooks/api/use-action";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { admin } from "@/lib/contract/admin/calls";
import type { AdminMail } from "@/lib/contract/admin/schemas";
import { MailDialog } from "./mail-dialog";

const columnsFor = (show: (mail: AdminMail) => void): Column<AdminMail>[] => [
  {
    key: "subject",
    label: "Subject",
    cell: (mail) => (
      <span className="grid min-w-0 justify-items-start">
        <button
          type="button"
          dir="auto"
          className="block max-w-full truncate rounded-mark text-left font-medium hover:underline"
          onClick={() => show(mail)}
        >
          {mail.subject}
        </button>
        <span className="max-w-full truncate font-normal text-label text-muted" title={mail.to}>
          To {mail.to}
        </span>
      </span>
    ),
  },
  {
    key: "why",
    label: "Reason",
    cell: ({ failure }) =>
      failure === null ? (
        <Badge>No mail server</Badge>
      ) : (
        <span className="block truncate text-danger" title={failure}>
          {failure}
        </span>
      ),
  },
  { key: "date", label: "Created", cell: ({ date }) => <RelativeTime date={date} /> },
];

const noServer = "No mail server is configured (SMTP_URL).";

/** The emails that were not sent, newest first. */
export function MailList() {
  const [shown, setShown] = useState<AdminMail | null>(null);
  const [deleting, setDeleting] = useState<AdminMail | null>(null);
  const query = useInfiniteEndpoint(admin.mails, { items: ({ mails }) => mails });
  const smtp = query.data?.pages[0]?.smtp ?? false;
  const resend = useAction(admin.resendMail, { success: "Email sent." });
  const remove = useAction(admin.removeMail, { success: "Email deleted.", onSuccess: () => setDeleting(null) });
  const actions = (mail: AdminMail) => [
    { label: "View", icon: <Eye />, onSelect: () => setShown(mail), opens: true },
    {
      label: "Send",
      icon: <Send />,
      onSelect: () => void resend.run({ params: { mailId: mail._id } }),
      disabledReason: smtp ? undefined : noServer,
    },
    { label: "Delete", icon: <Trash2 />, danger: true, onSelect: () => setDeleting(mail) },
  ];
  return (
    <>
      <DataTable
        title="Emails"
        columns={columnsFor(setShown)}
        getKey={({ _id }) => _id}
        getName={({ subject, to }) => `${subject}, to ${to}`}
        actions={actions}
        empty={<EmptyState icon={MailCheck}>The outbox is empty. Undelivered email appears here.</EmptyState>}
        {...pagedProps(query)}
      />
      <MailDialog mail={shown} onClose={() => setShown(null)} />
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={`Delete the email “${deleting?.subject ?? ""}”?`}
        description={`This email to ${deleting?.to ?? ""} was never delivered.`}
        confirmLabel="Delete"
        pending={remove.pending}
        onConfirm={() => deleting && void remove.run({ params: { mailId: deleting._id } })}
      />
    </>
  );
}
