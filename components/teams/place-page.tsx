"use client";

import { UserPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ErrorState } from "@/components/shared/error-state";
import { FormSection } from "@/components/shared/form-section";
import { PageHeader } from "@/components/shared/page-header";
import { Button } from "@/components/ui/button";
import { Explained } from "@/components/ui/explained";
import { Skeleton } from "@/components/ui/skeleton";
import { useAccount } from "@/context/account";
import { usePermission } from "@/hooks/use-permission";
import { errorMessage } from "@/lib/api/api-error";
import type { Invite } from "@/lib/contract/members";
import { DangerZone } from "./danger-zone";
import { InviteDialog } from "./invite-dialog";
import { InviteList } from "./invite-list";
import type { Place } from "./place";
import { RenameForm } from "./rename-form";

interface PlacePageProps {
  place: Place;
  slug: string;
  title: string;
  record: { id: string; name: string; ownerId: string };
  /** Who is in it. */
  members: ReactNode;
  invites: readonly Invite[];
  consequence: string;
  /** Between the members and the name. */
  children?: ReactNode;
}

/** The page of a team or an organisation: who is in it, who is invited, its name, and what ends it. */
export function PlacePage({ place, slug, title, record, members, invites, consequence, children }: PlacePageProps) {
  const { ownId } = useAccount();
  const { why } = usePermission();
  // Null until it is first opened; then it stays, to close as it opened.
  const [inviting, setInviting] = useState<boolean | null>(null);
  return (
    <div className="mx-auto grid max-w-form grid-cols-1 gap-4">
      <PageHeader
        title={title}
        description={record.name}
        record={record}
        actions={
          <Explained why={why(place.bits.add)}>
            <Button onClick={() => setInviting(true)}>
              <UserPlus aria-hidden />
              Invite
            </Button>
          </Explained>
        }
      />
      {members}
      {invites.length > 0 && (
        <FormSection title={`Open invites (${invites.length})`} description="Nobody has accepted these yet.">
          <InviteList place={place} slug={slug} invites={invites} />
        </FormSection>
      )}
      {children}
      <FormSection title="Rename" description="Its address stays as it is.">
        <RenameForm key={record.name} place={place} slug={slug} name={record.name} />
      </FormSection>
      <DangerZone
        place={place}
        slug={slug}
        name={record.name}
        ownerId={record.ownerId}
        ownId={ownId}
        consequence={consequence}
      />
      {inviting !== null && (
        <InviteDialog open={inviting} onOpenChange={setInviting} place={place} slug={slug} name={record.name} />
      )}
    </div>
  );
}

interface PendingProps {
  title: string;
  query: { error: unknown; refetch(): unknown };
}

export function PlacePending({ title, query }: PendingProps) {
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title={title} />
      {query.error ? (
        <ErrorState message={errorMessage(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <div aria-busy className="grid gap-4">
          <Skeleton className="h-40" />
          <Skeleton className="h-32" />
        </div>
      )}
    </div>
  );
}
