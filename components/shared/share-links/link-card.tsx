"use client";

import { Lock, Pencil, Unlink } from "lucide-react";
import { useState } from "react";
import { RowMenu } from "@/components/shared/data-table/row-menu";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import { Badge } from "@/components/ui/badge";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { shares } from "@/lib/contract/shares/calls";
import type { ShareLink } from "@/lib/contract/shares/schemas";
import { Permission } from "@/lib/permissions/bits";
import { pluralize } from "@/lib/utils/text/pluralize";
import { LinkAddress } from "./link-address";
import { LinkForm } from "./link-form";

/** One share link: its URL, its usage and its actions. */
export function LinkCard({ slug, appId, link }: { slug: string; appId: string; link: ShareLink }) {
  const { why } = usePermission();
  const [editing, setEditing] = useState(false);
  const [revoking, setRevoking] = useState(false);
  const remove = useAction(shares.remove, { success: "Link revoked.", onSuccess: () => setRevoking(false) });
  const { url, shareId, name, hasPassword, expiresAt, sessionCount, messageCount, lastUsedDate, createdByName } = link;
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const denied = why(Permission.EDIT_APP);
  const actions = [
    { label: "Edit", icon: <Pencil />, onSelect: () => setEditing(true), disabledReason: denied, opens: true },
    { label: "Revoke", icon: <Unlink />, danger: true, onSelect: () => setRevoking(true), disabledReason: denied },
  ];
  return (
    <li className="grid grid-cols-1 gap-3 rounded-card border p-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <LinkAddress url={url} />
        </div>
        <RowMenu name="the link" actions={actions} record={link} />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-label text-muted">
        {name && (
          <span dir="auto" className="wrap-anywhere text-default">
            {name}
          </span>
        )}
        {hasPassword && (
          <Badge>
            <Lock aria-hidden className="size-3" /> Password
          </Badge>
        )}
        {isExpired && <Badge tone="warning">Expired</Badge>}
        <span>{pluralize(sessionCount, "session")}</span>
        <span>{pluralize(messageCount, "message")}</span>
        <span>
          {lastUsedDate ? (
            <>
              Last used <RelativeTime date={lastUsedDate} />
            </>
          ) : (
            "Never used"
          )}
        </span>
        {expiresAt && !isExpired && (
          <span>
            Expires <RelativeTime date={expiresAt} upcoming />
          </span>
        )}
        {createdByName && <span>Created by {createdByName}</span>}
      </p>
      {editing && <LinkForm slug={slug} appId={appId} link={link} onDone={() => setEditing(false)} />}
      <ConfirmDialog
        open={revoking}
        onOpenChange={setRevoking}
        title="Revoke this link?"
        description="Visitors lose access immediately. Their sessions are kept in the session history."
        confirmLabel="Revoke"
        pending={remove.pending}
        onConfirm={() => void remove.run({ params: { resourceSlug: slug, shareId } })}
      />
    </li>
  );
}
