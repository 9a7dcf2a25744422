"use client";

import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useAccount } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import { accounts } from "@/lib/contract/accounts/calls";
import type { ResponseBody } from "@/lib/contract/base/endpoint";
import { pluralize } from "@/lib/utils/text/pluralize";
import { NewOrg } from "./new-org";

type Org = ResponseBody<typeof accounts.welcome>["orgs"][number];
type Team = Org["teams"][number];

export function WelcomePage() {
  const { account } = useAccount();
  const { data, error, refetch } = useEndpoint(accounts.welcome);
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-6">
      <div className="flex flex-col gap-1">
        <h1 className="text-title font-semibold wrap-anywhere">Welcome{account ? `, ${account.name}` : ""}</h1>
        <p className="text-muted">Choose a team.</p>
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
        <p className="text-muted">You're not in an organization yet. Create one below, or ask for an invitation.</p>
      )}
      {data?.orgs.map((org) => (
        <OrgSection key={org.id} org={org} />
      ))}
      {data && <NewOrg />}
    </div>
  );
}

function OrgSection({ org: { id, name, role, teams } }: { org: Org }) {
  // Someone who manages the organization without being in any of its teams opens its page through the first team.
  const [first] = teams;
  const onlyManages = first !== undefined && !teams.some(({ member }) => member);
  return (
    <section aria-labelledby={`org-${id}`} className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-2">
        <h2 id={`org-${id}`} className="truncate text-section font-medium">
          {name}
        </h2>
        <span className="shrink-0 text-label text-muted">{role}</span>
      </div>
      {teams.length === 0 && <p className="text-body text-muted">You're not a member of any team here.</p>}
      <ul className="flex flex-col gap-2">
        {teams.map((team) => (
          <li key={team.id}>{team.member ? <OwnTeam orgId={id} team={team} /> : <ManagedTeam team={team} />}</li>
        ))}
      </ul>
      {onlyManages && (
        <Link href={`/${first.id}/org`} className="text-secondary text-accent underline underline-offset-4">
          Open organization
        </Link>
      )}
    </section>
  );
}

const row =
  "flex w-full items-center gap-3 rounded-card border border-border bg-surface p-4 text-left hover:border-border-strong disabled:opacity-60";

function OwnTeam({ orgId, team }: { orgId: string; team: Team }) {
  const { switching, switchTeam } = useAccount();
  return (
    <button type="button" disabled={switching} onClick={() => void switchTeam(orgId, team.id)} className={row}>
      <TeamRow team={team} />
    </button>
  );
}

/** A team that an organization admin is not a member of. Only its settings page is open to them. */
const ManagedTeam = ({ team }: { team: Team }) => (
  <Link href={`/${team.id}/team`} className={row}>
    <TeamRow team={team} />
  </Link>
);

const TeamRow = ({ team: { name, memberCount, member } }: { team: Team }) => (
  <>
    <span dir="auto" className="min-w-0 flex-1 truncate text-left font-medium">
      {name}
    </span>
    <span className="shrink-0 text-label text-muted">
      {pluralize(memberCount, "member")}
      {!member && " · not a member"}
    </span>
    <ChevronRight aria-hidden className="size-4 shrink-0 text-faint" />
  </>
);
