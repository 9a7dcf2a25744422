"use client";

import { Plus } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { OrgBudget } from "@/components/shared/budget/budget-part";
import { PlanMeters } from "@/components/shared/details/plan-meters";
import { NewTeamDialog } from "@/components/shared/dialogs/new-team-dialog";
import { FormSection } from "@/components/shared/form/form-section";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useListState } from "@/hooks/page/use-list-state";
import type { ResponseBody } from "@/lib/contract/base/endpoint";
import type { orgs } from "@/lib/contract/orgs/calls";
import type { OrgTeam } from "@/lib/contract/orgs/schemas";
import { Permission } from "@/lib/permissions/bits";
import { pluralize } from "@/lib/utils/text/pluralize";
import { IdentitySection } from "./identity/identity-section";
import { memberScopes } from "./member-scope";
import { MemberScopePage, MemberScopePending } from "./member-scope-page";
import { MemberList, useMembers } from "./members/member-list";
import { TelemetrySection } from "./telemetry/telemetry-section";

/** The calls of a scope are typed as a team's; only an organization's response has these fields. */
const isOrg = (response: object): response is ResponseBody<typeof orgs.get> => "org" in response;

export function OrgPage() {
  const slug = useTeamSlug();
  const memberScope = memberScopes.org;
  const state = useListState({ sort: "name" });
  const query = useMembers(memberScope, slug, state);
  const [first] = query.data?.pages ?? [];
  if (!first || !isOrg(first)) return <MemberScopePending title="Organization" query={query} />;
  const { org, invites, teams, memberCount } = first;
  return (
    <MemberScopePage
      memberScope={memberScope}
      slug={slug}
      title="Organization"
      record={org}
      members={<MemberList memberScope={memberScope} slug={slug} count={memberCount} state={state} query={query} />}
      invites={invites}
      consequence="This also deletes all of its teams and everything in them."
    >
      <FormSection title="Plan and usage">
        <PlanMeters slug={slug} />
      </FormSection>
      <Teams slug={slug} teams={teams} />
      <OrgBudget slug={slug} />
      <IdentitySection slug={slug} />
      <TelemetrySection slug={slug} />
    </MemberScopePage>
  );
}

function Teams({ slug, teams }: { slug: string; teams: readonly OrgTeam[] }) {
  const { why, has } = usePermission();
  // An organization admin can open all of its teams, as a member or not.
  const canOpenAll = has(Permission.ORG_ADMIN);
  const [adding, setAdding] = useState<boolean | null>(null);
  return (
    <FormSection title={`Teams (${teams.length})`}>
      <ul className="divide-y divide-border">
        {teams.map((team) => (
          <li key={team.id} className="flex min-h-11 items-center justify-between gap-3 py-1">
            {team.member || canOpenAll ? (
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
              {!team.member && " · not a member"}
            </span>
          </li>
        ))}
      </ul>
      <div>
        <DisabledTooltip disabledReason={why(Permission.CREATE_TEAM)}>
          <Button variant="outline" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            New team
          </Button>
        </DisabledTooltip>
      </div>
      {adding !== null && <NewTeamDialog open={adding} onOpenChange={setAdding} team={slug} />}
    </FormSection>
  );
}
