"use client";

import { useState } from "react";
import { Avatar } from "@/components/shared/avatar";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { CardView } from "@/components/shared/data-table/card-view";
import type { Column } from "@/components/shared/data-table/column";
import { TableView } from "@/components/shared/data-table/table-view";
import { Toolbar } from "@/components/shared/data-table/toolbar";
import { FormSection } from "@/components/shared/form-section";
import { RelativeTime } from "@/components/shared/relative-time";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/use-action";
import { useInfiniteEndpoint } from "@/hooks/use-infinite-endpoint";
import type { useListState } from "@/hooks/use-list-state";
import { useMedia } from "@/hooks/use-media";
import { usePermission } from "@/hooks/use-permission";
import type { Member } from "@/lib/contract/members";
import { type Place, stale } from "./place";
import { useMemberActions } from "./use-member-actions";

interface Props {
  place: Place;
  slug: string;
  /** How many there are in all. */
  count: number;
  state: ReturnType<typeof useListState>;
  query: ReturnType<typeof useMembers>;
}

/** Who is in a place, page by page: searched and sorted by the server, as its address says. */
export function useMembers(place: Place, slug: string, { query }: Props["state"]) {
  const sort = query.sort === "name" ? "name" : "dateCreated";
  return useInfiniteEndpoint(place.calls.get, {
    params: { resourceSlug: slug },
    query: { ...query, sort },
    items: ({ members }) => members,
  });
}

const columnsFor = (ownId: string | undefined): Column<Member>[] => [
  { key: "name", label: "Name", sort: "name", cell: (member) => <Person member={member} own={ownId} /> },
  {
    key: "role",
    label: "Role",
    cell: ({ role, readOnly }) => (
      <span className="inline-flex flex-wrap gap-1">
        <Badge tone={role === "Owner" ? "accent" : "neutral"}>{role}</Badge>
        {readOnly && <Badge tone="warning">Read-only: no seat</Badge>}
      </span>
    ),
  },
  {
    key: "lastSeen",
    label: "Last here",
    cell: ({ lastSeen }) => (lastSeen ? <RelativeTime date={lastSeen} /> : "Not here yet"),
  },
  {
    key: "dateCreated",
    label: "Joined",
    sort: "dateCreated",
    wide: true,
    cell: ({ dateCreated }) => <RelativeTime date={dateCreated} />,
  },
];

export function MemberList({ place, slug, count, state, query }: Props) {
  const { ownId } = useAccount();
  const { has } = usePermission();
  // Beside the sidebar a tablet has no room for a table of people.
  const { desktop } = useMedia();
  const [leaving, setLeaving] = useState<Member | null>(null);
  const remove = useAction(place.calls.removeMember, {
    invalidate: stale,
    success: "Member removed.",
    onSuccess: () => setLeaving(null),
  });
  const actions = useMemberActions(place, slug, setLeaving);
  const columns = columnsFor(ownId);
  const sorting = {
    key: state.sort,
    dir: state.dir,
    toggle: (key: string) => state.toggleSort(key === "name" ? "name" : "dateCreated"),
  };
  const rows = {
    ...{ title: "Members", columns, items: query.items, actions },
    keyOf: ({ memberId }: Member) => memberId,
    nameOf: ({ name }: Member) => name,
    ...(has(place.bits.edit) && { href: ({ memberId }: Member) => `/${slug}/${place.scope}/${memberId}` }),
  };
  const search = { text: state.text, onChange: state.setQ };
  return (
    <FormSection title={`Members (${count})`}>
      <div>
        <Toolbar {...{ title: "Members", search, sorting, sortable }} filters={null} headsFrom="lg" />
        <div aria-busy={query.isPlaceholderData} className="overflow-hidden rounded-card border">
          {query.items?.length === 0 ? (
            <p className="p-4 text-muted">Nobody matches.</p>
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
        title={`Remove ${leaving?.name ?? ""} from the ${place.noun}?`}
        description="It takes effect at once: open pages of theirs are closed. What they made stays."
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

function Person({ member: { memberId, name, email }, own }: { member: Member; own: string | undefined }) {
  return (
    <span className="flex min-w-0 items-center gap-3 py-1.5">
      <Avatar name={name} email={email} size="md" />
      <span className="grid min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <bdi className="truncate">{name}</bdi>
          {memberId === own && <span className="shrink-0 font-normal text-label text-muted">you</span>}
        </span>
        <span className="truncate font-normal text-muted text-secondary">{email}</span>
      </span>
    </span>
  );
}
