"use client";

import { Plus } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { OrgBudget } from "@/components/shared/budget/budget-part";
import { FormSection } from "@/components/shared/form-section";
import { NewTeamDialog } from "@/components/shared/new-team-dialog";
import { PlanMeters } from "@/components/shared/plan-meters";
import { Button } from "@/components/ui/button";
import { Explained } from "@/components/ui/explained";
import { useTeamSlug } from "@/context/account";
import { useListState } from "@/hooks/use-list-state";
import { usePermission } from "@/hooks/use-permission";
import type { orgs } from "@/lib/contract/calls/orgs";
import type { Answer } from "@/lib/contract/endpoint";
import type { OrgTeam } from "@/lib/contract/orgs";
import { Permission } from "@/lib/permissions/bits";
import { pluralize } from "@/lib/utils/pluralize";
import { MemberList, useMembers } from "./member-list";
import { places } from "./place";
import { PlacePage, PlacePending } from "./place-page";

export function OrgPage() {
  const slug = useTeamSlug();
  const place = places.org;
  const state = useListState({ sort: "name" });
  const query = useMembers(place, slug, state);
  const [first] = query.data?.pages ?? [];
  if (!first) return <PlacePending title="Organization" query={query} />;
  // What an organization's call answers beside a team's.
  const { org, invites, teams, memberCount } = first as unknown as Answer<typeof orgs.get>;
  return (
    <PlacePage
      place={place}
      slug={slug}
      title="Organization"
      record={org}
      members={<MemberList place={place} slug={slug} count={memberCount} state={state} query={query} />}
      invites={invites}
      consequence="All of its teams go with the organization, and everything in them."
    >
      <FormSection title="Plan and usage">
        <PlanMeters slug={slug} />
      </FormSection>
      <Teams slug={slug} teams={teams} />
      <OrgBudget slug={slug} />
    </PlacePage>
  );
}

function Teams({ slug, teams }: { slug: string; teams: readonly OrgTeam[] }) {
  const { why, has } = usePermission();
  // An admin of the organization opens all of its teams, whatever they are a member of.
  const opensAll = has(Permission.ORG_ADMIN);
  const [adding, setAdding] = useState<boolean | null>(null);
  return (
    <FormSection title={`Teams (${teams.length})`}>
      <ul className="divide-y divide-border">
        {teams.map((team) => (
          <li key={team.id} className="flex min-h-11 items-center justify-between gap-3 py-1">
            {team.member || opensAll ? (
              <Link dir="auto" href={`/${team.id}/team`} className="min-w-0 truncate font-medium hover:underline">
                {team.name}
              </Link>
            ) : (
              <span dir="auto" className="min-w-0 truncate font-medium">
                {team.name}
              </span>
            )}
            <span className="shrink-0 text-muted text-secondary">
              {pluralize(team.memberCount, "member")}
              {!team.member && " · you are not a member"}
            </span>
          </li>
        ))}
      </ul>
      <div>
        <Explained why={why(Permission.CREATE_TEAM)}>
          <Button variant="outline" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            New team
          </Button>
        </Explained>
      </div>
      {adding !== null && <NewTeamDialog open={adding} onOpenChange={setAdding} team={slug} />}
    </FormSection>
  );
}
