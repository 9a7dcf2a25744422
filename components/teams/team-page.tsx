"use client";

import { FormSection } from "@/components/shared/form-section";
import { useTeamSlug } from "@/context/account";
import { useEndpoint } from "@/hooks/use-endpoint";
import { teams } from "@/lib/contract/calls/teams";
import { places } from "./place";
import { PlacePage, PlacePending } from "./place-page";
import { RetentionForm } from "./retention-form";

export function TeamPage() {
  const slug = useTeamSlug();
  const query = useEndpoint(teams.get, { params: { resourceSlug: slug } });
  if (!query.data) return <PlacePending title="Team" query={query} />;
  const { team, members, invites } = query.data;
  return (
    <PlacePage
      place={places.team}
      slug={slug}
      title="Team"
      record={team}
      members={members}
      invites={invites}
      consequence="Its apps, agents, models, sessions and files go with the team."
    >
      <FormSection title="Session history">
        <RetentionForm slug={slug} />
      </FormSection>
    </PlacePage>
  );
}
