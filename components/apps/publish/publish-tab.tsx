"use client";

import { Plug, Plus } from "lucide-react";
import { useState } from "react";
import { type CreatedSecret, SecretDialog } from "@/components/shared/dialogs/secret-dialog";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { EmptyState } from "@/components/shared/status/empty-state";
import { QueryError } from "@/components/shared/status/error-state";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Skeleton } from "@/components/ui/skeleton";
import { usePermission } from "@/hooks/account/use-permission";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import type { App } from "@/lib/contract/apps/schemas";
import { publications } from "@/lib/contract/publications/calls";
import type { Publication } from "@/lib/contract/publications/schemas";
import { Permission } from "@/lib/permissions/bits";
import { LinksSection } from "./links-section";
import { PublicationCard } from "./publication-card";
import type { Created } from "./publication-form";

const PublicationForm = lazyPart(async () => (await import("./publication-form")).PublicationForm);

/** How other programs use an app: its publications, and its share links. */
export function PublishTab({ slug, app }: { slug: string; app: App }) {
  const { why } = usePermission();
  const list = useInfiniteEndpoint(publications.list, {
    params: { resourceSlug: slug },
    query: { appId: app._id, limit: 20 },
    items: (page) => page.publications,
  });
  const [editing, setEditing] = useState<Publication | "new" | null>(null);
  const [key, setKey] = useState<CreatedSecret | null>(null);
  const [webhookSecret, setWebhookSecret] = useState<CreatedSecret | null>(null);
  const { items } = list;
  const publish = (
    <DisabledTooltip disabledReason={why(Permission.CREATE_DEPLOYMENT)}>
      <Button onClick={() => setEditing("new")}>
        <Plus aria-hidden /> Publish
      </Button>
    </DisabledTooltip>
  );
  const onDone = (created: Created) => {
    setEditing(null);
    if (created.key) setKey({ name: created.name, secret: created.key });
    if (created.webhookSecret) setWebhookSecret({ name: created.name, secret: created.webhookSecret });
  };
  if (list.error && !items) return <QueryError error={list.error} refetch={list.refetch} />;
  if (!items) return <Skeleton className="h-64 rounded-card" />;
  return (
    <div className="grid grid-cols-1 gap-4">
      {items.length === 0 ? (
        <div className="rounded-card border bg-surface">
          <EmptyState
            icon={Plug}
            guide="publishing"
            action={publish}
            example="a website that answers its customers' questions."
          >
            Publish this app to use it from your own programs, with separate keys, budgets and limits.
          </EmptyState>
        </div>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h2 className="font-semibold text-section">Publications</h2>
            {publish}
          </div>
          {items.map((publication) => (
            <PublicationCard
              key={publication._id}
              slug={slug}
              publication={publication}
              onEdit={() => setEditing(publication)}
              onCreated={setKey}
            />
          ))}
          {list.hasNextPage && (
            <Button variant="outline" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Load more
            </Button>
          )}
        </>
      )}
      <LinksSection slug={slug} app={app} />
      <Dialog open={editing !== null} onOpenChange={(open) => !open && setEditing(null)}>
        <DialogContent
          width="wide"
          title={editing === "new" ? `Publish “${app.name}”` : "Edit publication"}
          description="Let other programs and websites use the app."
        >
          <Lazy fallback={<Skeleton className="h-96" />}>
            {editing && (
              <PublicationForm
                slug={slug}
                app={app}
                publication={editing === "new" ? undefined : editing}
                onCancel={() => setEditing(null)}
                onDone={onDone}
              />
            )}
          </Lazy>
        </DialogContent>
      </Dialog>
      <SecretDialog
        created={key}
        description="Send it with each request: Authorization: Bearer <key>"
        onClose={() => setKey(null)}
      />
      <SecretDialog
        created={key ? null : webhookSecret}
        kind="webhook secret"
        description="Enter it in the sender's webhook settings."
        onClose={() => setWebhookSecret(null)}
      />
    </div>
  );
}
