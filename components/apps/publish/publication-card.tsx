"use client";

import { Pencil } from "lucide-react";
import { useId, useState } from "react";
import { RowMenu } from "@/components/shared/data-table/row-menu";
import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import type { CreatedSecret } from "@/components/shared/dialogs/secret-dialog";
import { deleteAction } from "@/components/shared/page/row-actions";
import { Banner } from "@/components/shared/status/banner";
import { Badge } from "@/components/ui/badge";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Segmented } from "@/components/ui/segmented";
import { Switch } from "@/components/ui/switch";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { publications } from "@/lib/contract/publications/calls";
import type { Publication } from "@/lib/contract/publications/schemas";
import { availableWays } from "@/lib/contract/publications/ways";
import { Permission } from "@/lib/permissions/bits";
import { CallsSection } from "./calls-section";
import { ConnectSection } from "./connect-section";
import { IdentitySection } from "./identity-section";
import { GrantsSection } from "./keys/grants-section";
import { KeysSection } from "./keys/keys-section";
import { toBudgetText } from "./publication-values";
import { isWayOn, wayTexts } from "./ways";
import { WebhookSection } from "./webhook/webhook-section";

const parts = [
  { value: "connect", label: "Connect" },
  { value: "keys", label: "Keys" },
  { value: "calls", label: "Calls" },
  { value: "webhook", label: "Webhook" },
] as const;
type Part = (typeof parts)[number]["value"];

const othersOnly = (name: string | null) =>
  `It runs as ${name ?? "another member"}. Only they and team admins can change it.`;

interface CardProps {
  slug: string;
  publication: Publication;
  onEdit(): void;
  onCreated(created: CreatedSecret): void;
}

/** One publication: whether it is on, how to use it, its keys and calls. */
export function PublicationCard({ slug, publication, onEdit, onCreated }: CardProps) {
  const { why } = usePermission();
  const [part, setPart] = useState<Part>("connect");
  const [removing, setRemoving] = useState(false);
  const title = useId();
  const params = { resourceSlug: slug, publicationId: publication._id };
  const edit = useAction(publications.edit);
  const remove = useAction(publications.remove, {
    success: "Publication deleted.",
    onSuccess: () => setRemoving(false),
  });
  const { name, enabled, problem, canEdit, principalName } = publication;
  const editReason = why(Permission.EDIT_DEPLOYMENT);
  const changeReason = editReason ?? (canEdit ? undefined : othersOnly(principalName));
  const actions = [
    { label: "Edit", icon: <Pencil />, onSelect: onEdit, disabledReason: changeReason, opens: true },
    deleteAction(() => setRemoving(true), why(Permission.DELETE_DEPLOYMENT)),
  ];
  return (
    <section aria-labelledby={title} className="grid min-w-0 grid-cols-1 gap-4 rounded-card border bg-surface p-4">
      <div className="flex items-start gap-3">
        <div className="grid min-w-0 flex-1 gap-1">
          <div className="flex flex-wrap items-center gap-2">
            <h3 id={title} dir="auto" className="wrap-anywhere font-semibold">
              {name}
            </h3>
            {problem && <Badge tone="warning">Paused</Badge>}
            {!enabled && <Badge>Off</Badge>}
          </div>
          <Facts publication={publication} />
        </div>
        <DisabledTooltip disabledReason={enabled ? editReason : changeReason}>
          <Switch
            aria-label={`Enable ${name}`}
            className="mt-1.5"
            checked={enabled}
            disabled={edit.pending}
            onCheckedChange={(on) => void edit.run({ params, body: { enabled: on } })}
          />
        </DisabledTooltip>
        <RowMenu name={name} actions={actions} record={publication} />
      </div>
      {problem && <Banner tone="warning">{problem} Edit the publication to choose someone else.</Banner>}
      <div>
        <Segmented<Part>
          label={`${name} sections`}
          value={part}
          onChange={setPart}
          options={parts.filter(({ value }) => value !== "webhook" || publication.ways.webhook)}
        />
      </div>
      {part === "connect" && <ConnectSection publication={publication} />}
      {part === "keys" && (
        <KeysSection
          slug={slug}
          publication={publication}
          addReason={changeReason}
          revokeReason={editReason}
          onCreated={onCreated}
        />
      )}
      {part === "keys" && isWayOn(publication, "mcp") && (
        <GrantsSection slug={slug} publicationId={publication._id} revokeReason={editReason} />
      )}
      {part === "keys" && isWayOn(publication, "embed") && (
        <IdentitySection slug={slug} publication={publication} addReason={changeReason} />
      )}
      {part === "calls" && <CallsSection slug={slug} publicationId={publication._id} />}
      {part === "webhook" && (
        <WebhookSection
          slug={slug}
          publicationId={publication._id}
          name={name}
          readReason={editReason}
          changeReason={changeReason}
        />
      )}
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={`Delete the publication “${name}”?`}
        description="Its keys stop working immediately. Its sessions are kept in the session history."
        confirmLabel="Delete"
        pending={remove.pending}
        onConfirm={() => void remove.run({ params })}
      />
    </section>
  );
}

function Facts({ publication }: { publication: Publication }) {
  const { revision, principalName, budget } = publication;
  const on = availableWays.filter((way) => isWayOn(publication, way));
  const used = toBudgetText(budget);
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 text-label text-muted">
      <span>{on.length > 0 ? on.map((way) => wayTexts[way].label).join(", ") : "No channels"}</span>
      <span>{revision === "follow" ? "Latest applied revision" : `Pinned to revision ${revision}`}</span>
      <span>Runs as {principalName ?? "a former member"}</span>
      {used && <span>{used}</span>}
    </p>
  );
}
