"use client";

import { Eye } from "lucide-react";
import { EditPage } from "@/components/shared/page/edit-page";
import { Banner } from "@/components/shared/status/banner";
import { Button } from "@/components/ui/button";
import { useAccount, useTeamSlug } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { viewAsPath } from "@/lib/api/tokens/view-as";
import type { Member } from "@/lib/contract/teams/members";
import type { Scope } from "@/lib/permissions/entries";
import { memberScopes } from "../member-scope";
import { MemberForm } from "./member-form";

export function MemberPage({ scope, memberId }: { scope: Scope; memberId: string }) {
  const slug = useTeamSlug();
  const memberScope = memberScopes[scope];
  const { ownId, managed } = useAccount();
  const query = useEndpoint(memberScope.calls.member, { params: { resourceSlug: slug, memberId } });
  const back = { href: `/${slug}/${scope}`, label: scope === "team" ? "Team" : "Organization" };
  return (
    <EditPage query={query} back={back} title={({ member }) => member.name}>
      {({ member }, reload) => {
        const fixed = findFixedReason(member, ownId);
        return (
          <div className="grid gap-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p className="min-w-0 truncate text-muted">{member.email}</p>
              {scope === "team" && !fixed && !managed && (
                <Button asChild variant="outline" size="sm">
                  <a href={viewAsPath({ slug, memberId })}>
                    <Eye aria-hidden />
                    View as this member
                  </a>
                </Button>
              )}
            </div>
            {fixed && <Banner>{fixed}</Banner>}
            <MemberForm
              key={member.permissions.join()}
              memberScope={memberScope}
              slug={slug}
              member={member}
              fixed={fixed !== undefined}
              onReload={reload}
            />
          </div>
        );
      }}
    </EditPage>
  );
}

function findFixedReason({ role, memberId, byProvider }: Member, ownId: string | undefined): string | undefined {
  if (role === "Owner") return "An owner's permissions can't be changed.";
  if (memberId === ownId) return "You can't change your own permissions. Ask another admin.";
  return byProvider
    ? "Set by the identity provider. Change the rules on the organization page, or the person's groups in the identity provider."
    : undefined;
}
