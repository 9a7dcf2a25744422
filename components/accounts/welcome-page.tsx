"use client";

import { ChevronRight } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useAccount } from "@/context/account";
import { useEndpoint } from "@/hooks/use-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import { accounts } from "@/lib/contract/calls/accounts";
import { pluralize } from "@/lib/utils/pluralize";
import { NewOrg } from "./new-org";

export function WelcomePage() {
  const { switching, switchTeam, account } = useAccount();
  const { data, error, refetch } = useEndpoint(accounts.welcome);
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-6">
      <div className="flex flex-col gap-1">
        <h1 className="text-title font-semibold wrap-anywhere">Welcome{account ? `, ${account.name}` : ""}</h1>
        <p className="text-muted">Choose the team to work in.</p>
      </div>
      {error && (
        <div role="alert" className="flex items-center gap-3">
          <p className="text-danger">{errorMessage(error)}</p>
          <Button variant="outline" size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!data && !error && <Skeleton className="h-32 w-full" />}
      {data?.orgs.length === 0 && (
        <p className="text-muted">You are in no organization. Make one below, or ask for an invitation by e-mail.</p>
      )}
      {data?.orgs.map((org) => (
        <section key={org.id} aria-labelledby={`org-${org.id}`} className="flex flex-col gap-2">
          <div className="flex items-baseline justify-between gap-2">
            <h2 id={`org-${org.id}`} className="truncate text-section font-medium">
              {org.name}
            </h2>
            <span className="shrink-0 text-label text-muted">{org.role}</span>
          </div>
          {org.teams.length === 0 && <p className="text-body text-muted">No team that you are a member of.</p>}
          <ul className="flex flex-col gap-2">
            {org.teams.map((team) => (
              <li key={team.id}>
                <button
                  type="button"
                  disabled={switching}
                  onClick={() => void switchTeam(org.id, team.id)}
                  className="flex w-full items-center gap-3 rounded-card border border-border bg-surface p-4 text-left hover:border-border-strong disabled:opacity-60"
                >
                  <span dir="auto" className="min-w-0 flex-1 truncate text-left font-medium">
                    {team.name}
                  </span>
                  <span className="shrink-0 text-label text-muted">{pluralize(team.memberCount, "member")}</span>
                  <ChevronRight aria-hidden className="size-4 shrink-0 text-faint" />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {data && <NewOrg />}
    </div>
  );
}
