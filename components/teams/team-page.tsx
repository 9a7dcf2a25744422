"use client";

import { TeamBudget } from "@/components/shared/budget/budget-part";
import { FormSection } from "@/components/shared/form-section";
import { useAccount, useTeamSlug } from "@/context/account";
import { useListState } from "@/hooks/use-list-state";
import { MemberList, useMembers } from "./member-list";
import { places } from "./place";
import { PlacePage, PlacePending } from "./place-page";
import { RetentionForm } from "./retention-form";

export function TeamPage() {
  const slug = useTeamSlug();
  const { managed } = useAccount();
  const place = places.team;
  const state = useListState({ sort: "name" });
  const query = useMembers(place, slug, state);
  const [first] = query.data?.pages ?? [];
  if (!first) return <PlacePending title="Team" query={query} />;
  const { team, invites, memberCount } = first;
  return (
    <PlacePage
      place={place}
      slug={slug}
      title="Team"
      record={team}
      members={<MemberList place={place} slug={slug} count={memberCount} state={state} query={query} />}
      invites={invites}
      consequence="Its apps, agents, models, sessions and files go with the team."
    >
      {!managed && (
        <>
          <TeamBudget slug={slug} />
          <FormSection title="Session history">
            <RetentionForm slug={slug} />
          </FormSection>
        </>
      )}
    </PlacePage>
  );
}
