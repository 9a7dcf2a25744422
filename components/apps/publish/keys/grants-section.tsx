"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { RowMenu } from "@/components/shared/data-table/row-menu";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import { QueryError } from "@/components/shared/status/error-state";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useAction } from "@/hooks/api/use-action";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { oauthServer } from "@/lib/contract/oauth-server/calls";
import type { OauthGrant } from "@/lib/contract/oauth-server/schemas";

interface GrantsSectionProps {
  slug: string;
  publicationId: string;
  revokeReason: string | undefined;
}

const personOf = ({ personName }: OauthGrant): string => personName ?? "a former member";

/** The OAuth clients that people have allowed to use a publication. */
export function GrantsSection({ slug, publicationId, revokeReason }: GrantsSectionProps) {
  const [revoking, setRevoking] = useState<OauthGrant | null>(null);
  const params = { resourceSlug: slug, publicationId };
  const list = useInfiniteEndpoint(oauthServer.grants, {
    params,
    query: { limit: 20 },
    items: (page) => page.grants,
  });
  const revoke = useAction(oauthServer.revokeGrant, {
    success: "Access revoked.",
    onSuccess: () => setRevoking(null),
  });
  const { items } = list;
  if (list.error && !items) return <QueryError error={list.error} refetch={list.refetch} />;
  if (!items) return <Skeleton className="h-24 rounded-card" />;
  return (
    <section aria-label="Authorized clients" className="grid grid-cols-1 gap-3">
      <h4 className="font-medium text-label">Authorized clients</h4>
      {items.length === 0 ? (
        <p className="text-muted text-secondary">
          No MCP client has signed in yet. Add the MCP server's URL to a client, which then asks you to allow it.
        </p>
      ) : (
        <ul className="grid grid-cols-1 divide-y rounded-control border">
          {items.map((grant) => (
            <li key={grant._id} className="flex items-center gap-3 py-2 pr-2 pl-3">
              <span className="grid min-w-0 flex-1 gap-0.5">
                <span className="flex flex-wrap items-center gap-x-2">
                  <span dir="auto" className="wrap-anywhere font-medium">
                    {grant.clientName}
                  </span>
                  {grant.clientUrl && (
                    <span className="wrap-anywhere text-muted text-secondary">{new URL(grant.clientUrl).host}</span>
                  )}
                </span>
                <span className="text-label text-muted">
                  Allowed by <bdi>{personOf(grant)}</bdi> <RelativeTime date={grant.dateCreated} />
                  {grant.lastUsedDate && (
                    <>
                      , last used <RelativeTime date={grant.lastUsedDate} />
                    </>
                  )}
                </span>
              </span>
              <RowMenu
                name={grant.clientName}
                record={grant}
                actions={[
                  {
                    label: "Revoke",
                    icon: <Trash2 />,
                    danger: true,
                    onSelect: () => setRevoking(grant),
                    disabledReason: revokeReason,
                  },
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button variant="outline" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Load more
        </Button>
      )}
      <ConfirmDialog
        open={revoking !== null}
        onOpenChange={() => setRevoking(null)}
        title={`Revoke access for “${revoking?.clientName ?? ""}”?`}
        description="It loses access immediately, and its open streams end. The user can allow it again."
        confirmLabel="Revoke"
        pending={revoke.pending}
        onConfirm={() => revoking && void revoke.run({ params: { ...params, oauthGrantId: revoking._id } })}
      />
    </section>
  );
}
