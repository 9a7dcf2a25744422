"use client";

import { Banner } from "@/components/shared/status/banner";
import { QueryError } from "@/components/shared/status/error-state";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { admin } from "@/lib/contract/admin/calls";
import type { AdminMail } from "@/lib/contract/admin/schemas";

interface MailDialogProps {
  /** Null: closed. */
  mail: AdminMail | null;
  onClose(): void;
}

/** Shows an email as plain text. */
export function MailDialog({ mail, onClose }: MailDialogProps) {
  return (
    <Dialog open={mail !== null} onOpenChange={(open) => !open && onClose()}>
      {mail && (
        <DialogContent
          width="wide"
          title={mail.subject}
          description={`To ${mail.to}, ${new Date(mail.date).toLocaleString()}`}
        >
          <Text mailId={mail._id} />
        </DialogContent>
      )}
    </Dialog>
  );
}

function Text({ mailId }: { mailId: string }) {
  const { data, error, refetch } = useEndpoint(admin.mail, { params: { mailId } });
  if (error) return <QueryError error={error} refetch={refetch} />;
  if (!data) return <Skeleton className="h-48" />;
  return (
    <div className="grid gap-3">
      {data.mail.failure !== null && <Banner tone="danger">Mail server response: {data.mail.failure}</Banner>}
      <pre
        dir="auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="wrap-anywhere max-h-96 overflow-auto whitespace-pre-wrap rounded-card border bg-sunken p-3 font-sans text-body"
      >
        {data.mail.text}
      </pre>
      <p className="text-muted text-secondary">
        The link's token is masked, because it grants access as the recipient. On the server, run{" "}
        <code className="font-mono">npm run admin -- outbox {mailId}</code> to see the full email.
      </p>
    </div>
  );
}
