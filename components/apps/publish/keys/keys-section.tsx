"use client";

import { Plus, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { RowMenu } from "@/components/shared/data-table/row-menu";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import type { CreatedSecret } from "@/components/shared/dialogs/secret-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { useAction } from "@/hooks/api/use-action";
import { publications } from "@/lib/contract/publications/calls";
import type { Publication, PublicationKey } from "@/lib/contract/publications/schemas";
import { toLimitTexts } from "../publication-values";
import { KeyDialog } from "./key-dialog";

interface KeysSectionProps {
  slug: string;
  publication: Publication;
  /** Why keys cannot be created. */
  addReason: string | undefined;
  revokeReason: string | undefined;
  onCreated(created: CreatedSecret): void;
}

/** The keys of a publication, which can be replaced and revoked. */
export function KeysSection({ slug, publication, addReason, revokeReason, onCreated }: KeysSectionProps) {
  const [adding, setAdding] = useState(false);
  const [replaced, setReplaced] = useState<PublicationKey | null>(null);
  const [revoking, setRevoking] = useState<PublicationKey | null>(null);
  const revoke = useAction(publications.revokeKey, { success: "Key revoked.", onSuccess: () => setRevoking(null) });
  const params = { resourceSlug: slug, publicationId: publication._id };
  const close = () => {
    setAdding(false);
    setReplaced(null);
  };
  const actionsOf = (key: PublicationKey) => [
    ...(key.expirationDate === null
      ? [{ label: "Rotate", icon: <RotateCw />, onSelect: () => setReplaced(key), disabledReason: addReason }]
      : []),
    {
      label: "Revoke",
      icon: <Trash2 />,
      danger: true,
      onSelect: () => setRevoking(key),
      disabledReason: revokeReason,
    },
  ];
  return (
    <div className="grid grid-cols-1 gap-3">
      {publication.keys.length === 0 ? (
        <p className="text-muted text-secondary">No keys. Create one to use this publication.</p>
      ) : (
        <ul aria-label="Keys" className="divide-y rounded-control border">
          {publication.keys.map((key) => (
            <li key={key._id} className="flex items-center gap-3 py-2 pr-2 pl-3">
              <span className="grid min-w-0 flex-1 gap-0.5">
                <span className="flex flex-wrap items-center gap-2">
                  <span dir="auto" className="wrap-anywhere font-medium">
                    {key.name}
                  </span>
                  <code className="text-muted text-secondary">{key.prefix}…</code>
                  {key.expirationDate && (
                    <Badge tone="warning">
                      Expires <RelativeTime date={key.expirationDate} upcoming />
                    </Badge>
                  )}
                </span>
                <span className="text-label text-muted">
                  {key.lastUsedDate ? (
                    <>
                      Last used <RelativeTime date={key.lastUsedDate} />
                    </>
                  ) : (
                    "Never used"
                  )}
                  {toLimitTexts(key).map((text) => (
                    <span key={text}> · {text}</span>
                  ))}
                </span>
              </span>
              <RowMenu name={key.name} actions={actionsOf(key)} record={key} />
            </li>
          ))}
        </ul>
      )}
      <div>
        <DisabledTooltip disabledReason={addReason}>
          <Button size="sm" variant="outline" onClick={() => setAdding(true)}>
            <Plus aria-hidden /> New key
          </Button>
        </DisabledTooltip>
      </div>
      <KeyDialog
        params={params}
        open={adding || replaced !== null}
        replaced={replaced}
        onClose={close}
        onCreated={onCreated}
      />
      <ConfirmDialog
        open={revoking !== null}
        onOpenChange={() => setRevoking(null)}
        title={`Revoke the key “${revoking?.name ?? ""}”?`}
        description="Programs that use it lose access immediately, and their open streams end."
        confirmLabel="Revoke"
        pending={revoke.pending}
        onConfirm={() => revoking && void revoke.run({ params: { ...params, publicationKeyId: revoking._id } })}
      />
    </div>
  );
}
