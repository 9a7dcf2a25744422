"use client";

import Link from "next/link";
import { TeamBudget } from "@/components/shared/budget/budget-part";
import { FormSection } from "@/components/shared/form/form-section";
import { Button } from "@/components/ui/button";
import { useAccount, useTeamSlug } from "@/context/account";
import { useListState } from "@/hooks/page/use-list-state";
import { trashDays } from "@/lib/constants/trash";
import { memberScopes } from "./member-scope";
import { MemberScopePage, MemberScopePending } from "./member-scope-page";
import { MemberList, useMembers } from "./members/member-list";
import { RetentionForm } from "./settings/retention-form";

export function TeamPage() {
  const slug = useTeamSlug();
  const { managed } = useAccount();
  const memberScope = memberScopes.team;
  const state = useListState({ sort: "name" });
  const query = useMembers(memberScope, slug, state);
  const [first] = query.data?.pages ?? [];
  if (!first) return <MemberScopePending title="Team" query={query} />;
  const { team, invites, memberCount } = first;
  return (
    <MemberScopePage
      memberScope={memberScope}
      slug={slug}
      title="Team"
      record={team}
      members={<MemberList memberScope={memberScope} slug={slug} count={memberCount} state={state} query={query} />}
      invites={invites}
      consequence="This also deletes its apps, agents, models, sessions and files."
    >
      {!managed && (
        <>
          <TeamBudget slug={slug} />
          <FormSection title="Data retention">
            <RetentionForm slug={slug} />
          </FormSection>
          <FormSection title="Trash">
            <p className="text-muted text-secondary">
              Most deleted items can be restored for up to {trashDays} days. Models, providers and vector DBs are
              deleted immediately.
            </p>
            <div>
              <Button asChild variant="outline">
                <Link href={`/${slug}/trash`} prefetch={false}>
                  Open trash
                </Link>
              </Button>
            </div>
          </FormSection>
        </>
      )}
    </MemberScopePage>
  );
}
