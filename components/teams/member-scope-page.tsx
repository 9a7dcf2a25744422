"use client";

import { UserPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormSection } from "@/components/shared/form/form-section";
import { PageHeader } from "@/components/shared/page/page-header";
import { QueryError } from "@/components/shared/status/error-state";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Skeleton } from "@/components/ui/skeleton";
import { useAccount } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import type { Invite } from "@/lib/contract/teams/members";
import { InviteDialog } from "./invites/invite-dialog";
import { InviteList } from "./invites/invite-list";
import type { MemberScope } from "./member-scope";
import { DangerZone } from "./settings/danger-zone";
import { RenameForm } from "./settings/rename-form";

interface MemberScopePageProps {
  memberScope: MemberScope;
  slug: string;
  title: string;
  record: { id: string; name: string; ownerId: string };
  /** The list of members. */
  members: ReactNode;
  invites: readonly Invite[];
  consequence: string;
  /** Shown between the members and the name. */
  children?: ReactNode;
}

/** The page of a team or an organization: members, invites, name, and the danger zone. */
export function MemberScopePage({
  memberScope,
  slug,
  title,
  record,
  members,
  invites,
  consequence,
  children,
}: MemberScopePageProps) {
  const { ownId } = useAccount();
  const { why } = usePermission();
  // Null until first opened; kept mounted afterwards for the closing animation.
  const [inviting, setInviting] = useState<boolean | null>(null);
  return (
    <div className="mx-auto grid max-w-form grid-cols-1 gap-4">
      <PageHeader
        title={title}
        description={record.name}
        record={record}
        actions={
          <DisabledTooltip disabledReason={why(memberScope.bits.add)}>
            <Button onClick={() => setInviting(true)}>
              <UserPlus aria-hidden />
              Invite
            </Button>
          </DisabledTooltip>
        }
      />
      {members}
      {invites.length > 0 && (
        <FormSection title={`Pending invitations (${invites.length})`} description="Not accepted yet.">
          <InviteList memberScope={memberScope} slug={slug} invites={invites} />
        </FormSection>
      )}
      {children}
      <FormSection title="Rename" description="The URL doesn't change.">
        <RenameForm key={record.name} memberScope={memberScope} slug={slug} name={record.name} />
      </FormSection>
      <DangerZone
        memberScope={memberScope}
        slug={slug}
        name={record.name}
        ownerId={record.ownerId}
        ownId={ownId}
        consequence={consequence}
      />
      {inviting !== null && (
        <InviteDialog
          open={inviting}
          onOpenChange={setInviting}
          memberScope={memberScope}
          slug={slug}
          name={record.name}
        />
      )}
    </div>
  );
}

interface PendingProps {
  title: string;
  query: { error: unknown; refetch(): unknown };
}

export function MemberScopePending({ title, query }: PendingProps) {
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title={title} />
      {query.error ? (
        <QueryError error={query.error} refetch={query.refetch} />
      ) : (
        <div aria-busy className="grid gap-4">
          <Skeleton className="h-40" />
          <Skeleton className="h-32" />
        </div>
      )}
    </div>
  );
}
