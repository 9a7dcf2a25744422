"use client";

import { Eye } from "lucide-react";
import { Banner } from "@/components/shared/banner";
import { EditPage } from "@/components/shared/edit-page";
import { Button } from "@/components/ui/button";
import { useAccount, useTeamSlug } from "@/context/account";
import { useEndpoint } from "@/hooks/use-endpoint";
import { seeAsPath } from "@/lib/api/see-as";
import type { Member } from "@/lib/contract/members";
import type { Scope } from "@/lib/permissions/entries";
import { MemberForm } from "./member-form";
import { places } from "./place";

export function MemberPage({ scope, memberId }: { scope: Scope; memberId: string }) {
  const slug = useTeamSlug();
  const place = places[scope];
  const { ownId, managed } = useAccount();
  const query = useEndpoint(place.calls.member, { params: { resourceSlug: slug, memberId } });
  const back = { href: `/${slug}/${scope}`, label: scope === "team" ? "Team" : "Organization" };
  return (
    <EditPage query={query} back={back} title={({ member }) => member.name}>
      {({ member }, reload) => {
        const fixed = whyFixed(member, ownId);
        return (
          <div className="grid gap-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p className="min-w-0 truncate text-muted">{member.email}</p>
              {scope === "team" && !fixed && !managed && (
                <Button asChild variant="outline" size="sm">
                  <a href={seeAsPath({ slug, memberId })}>
                    <Eye aria-hidden />
                    See the console as this member
                  </a>
                </Button>
              )}
            </div>
            {fixed && <Banner>{fixed}</Banner>}
            <MemberForm
              key={member.permissions.join()}
              place={place}
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

function whyFixed({ role, memberId }: Member, ownId: string | undefined): string | undefined {
  if (role === "Owner") return "An owner holds every permission here, and nobody else can change that.";
  return memberId === ownId ? "Nobody changes their own permissions. Ask another admin." : undefined;
}
