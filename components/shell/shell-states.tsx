"use client";

import Link from "next/link";
import { Button } from "@/components/ui/button";
import { useAccount } from "@/context/account";
import { errorMessage } from "@/lib/api/api-error";
import { Notice } from "./toasts/notice";

export function AccountFailed() {
  const { error, refresh } = useAccount();
  return (
    <Notice title="Your account couldn't be loaded" text={errorMessage(error)}>
      <Button onClick={() => void refresh()}>Try again</Button>
    </Notice>
  );
}

/** Shown alike for a team without access and for one that does not exist. */
export function ForeignTeam() {
  const { team } = useAccount();
  return (
    <Notice title="This team doesn't exist" text="It was deleted, or you aren't a member.">
      <Button asChild className="min-w-0 shrink">
        <Link href={team ? `/${team.id}` : "/welcome"}>
          <span className="truncate">{team ? `Go to ${team.name}` : "Choose a team"}</span>
        </Link>
      </Button>
    </Notice>
  );
}

/** For an admin of the organization, on a page that only the team's members have. */
export function ManagedTeam() {
  const { team } = useAccount();
  if (!team) return null;
  return (
    <Notice
      title="Only members can open this page"
      text={`You manage ${team.name} as an organization admin, but you aren't a member of it. You can manage its members, invitations and name on its team page.`}
    >
      <Button asChild className="min-w-0 shrink">
        <Link href={`/${team.id}/team`}>Open team page</Link>
      </Button>
    </Notice>
  );
}
