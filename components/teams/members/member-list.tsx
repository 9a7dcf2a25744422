"use client";

import { useState } from "react";
import { CardView } from "@/components/shared/data-table/card-view";
import type { Column } from "@/components/shared/data-table/column";
import { TableView } from "@/components/shared/data-table/table-view";
import { Toolbar } from "@/components/shared/data-table/toolbar";
import { Avatar } from "@/components/shared/details/avatar";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import { FormSection } from "@/components/shared/form/form-section";
import { createdColumn } from "@/components/shared/page/list-columns";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useAccount } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import type { useListState } from "@/hooks/page/use-list-state";
import { useMedia } from "@/hooks/page/use-media";
import type { Member } from "@/lib/contract/teams/members";
import { type MemberScope, staleResources } from "../member-scope";
import { useMemberActions } from "./use-member-actions";

interface Props {
  memberScope: MemberScope;
  slug: string;
  /** Total number of members. */
  count: number;
  state: ReturnType<typeof useListState>;
  query: ReturnType<typeof useMembers>;
}

/** Loads the members of a team or organization page by page; the URL holds search and sort. */
export function useMembers(memberScope: MemberScope, slug: string, { query }: Props["state"]) {
  const sort = query.sort === "name" ? "name" : "dateCreated";
  return useInfiniteEndpoint(memberScope.calls.get, {
    params: { resourceSlug: slug },
    query: { ...query, sort },
    items: ({ members }) => members,
  });
}

const columns: Column<Member>[] = [
  { key: "name", label: "Name", sort: "name", long: true, share: "max-xl:w-1/2", cell: (one) => <Person {...one} /> },
  {
    key: "role",
    label: "Role",
    cell: ({ role, readOnly, byProvider }) => (
      <span className="inline-flex flex-wrap gap-1">
        <Badge tone={role === "Owner" ? "accent" : "neutral"}>{role}</Badge>
        {byProvider && <Badge>Set by the identity provider</Badge>}
        {readOnly && <Badge tone="warning">Read-only: no seat</Badge>}
      </span>
    ),
  },
  {
    key: "lastSeen",
    label: "Last active",
    cell: ({ lastSeen }) => (lastSeen ? <RelativeTime date={lastSeen} /> : "Never"),
  },
  { ...createdColumn, key: "dateCreated", label: "Joined" },
];

export function MemberList({ memberScope, slug, count, state, query }: Props) {
  const { has } = usePermission();
  // On a tablet the sidebar leaves too little room for a table.
  const { desktop } = useMedia();
  const [leaving, setLeaving] = useState<Member | null>(null);
  const remove = useAction(memberScope.calls.removeMember, {
    invalidate: staleResources,
    success: "Member removed.",
    onSuccess: () => setLeaving(null),
  });
  const actions = useMemberActions(memberScope, slug, setLeaving);
  const sorting = {
    key: state.sort,
    dir: state.dir,
    toggle: (key: string) => state.toggleSort(key === "name" ? "name" : "dateCreated"),
  };
  const rows = {
    title: "Members",
    columns,
    items: query.items,
    actions,
    getKey: ({ memberId }: Member) => memberId,
    getName: ({ name }: Member) => name,
    ...(has(memberScope.bits.edit) && { href: ({ memberId }: Member) => `/${slug}/${memberScope.scope}/${memberId}` }),
  };
  return (
    <FormSection title={`Members (${count})`}>
      <div>
        <Toolbar
          title="Members"
          search={state.search}
          sorting={sorting}
          sortable={sortable}
          filters={null}
          headsFrom="lg"
        />
        <div aria-busy={query.isPlaceholderData} className="overflow-hidden rounded-card border">
          {query.items?.length === 0 ? (
            <p className="p-4 text-muted">No matching members.</p>
          ) : desktop ? (
            <TableView {...rows} sorting={sorting} />
          ) : (
            <CardView {...rows} />
          )}
        </div>
        {query.hasNextPage && (
          <div className="mt-4 flex justify-center">
            <Button variant="outline" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Load more
            </Button>
          </div>
        )}
      </div>
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={`Remove ${leaving?.name ?? ""} from the ${memberScope.noun}?`}
        description="They lose access immediately. Resources they created are kept."
        confirmLabel="Remove"
        pending={remove.pending}
        onConfirm={() =>
          leaving && void remove.run({ params: { resourceSlug: slug }, body: { memberId: leaving.memberId } })
        }
      />
    </FormSection>
  );
}

const sortable = [
  { label: "Name", sort: "name" },
  { label: "Joined", sort: "dateCreated" },
];

function Person({ memberId, name, email }: Member) {
  const { ownId } = useAccount();
  return (
    <span className="flex min-w-0 items-center gap-3 py-1.5">
      <Avatar name={name} email={email} size="md" />
      <span className="grid min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <bdi className="truncate">{name}</bdi>
          {memberId === ownId && <span className="shrink-0 font-normal text-label text-muted">you</span>}
        </span>
        <span className="truncate font-normal text-muted text-secondary">{email}</span>
      </span>
    </span>
  );
}
