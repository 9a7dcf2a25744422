"use client";

import { Check, ChevronsUpDown, Plus, Users } from "lucide-react";
import { Fragment, Suspense, useState } from "react";
import { lazyPart } from "@/components/shared/page/lazy-part";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useAccount } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { teamDropdownMaxHeight } from "@/lib/constants/ui";
import { Permission } from "@/lib/permissions/bits";
import { cn } from "@/lib/utils/cn";

const NewTeamDialog = lazyPart(async () => (await import("@/components/shared/dialogs/new-team-dialog")).NewTeamDialog);

export function TeamSwitcher({ icons }: { icons: boolean }) {
  const { account, team, status, switching, switchTeam } = useAccount();
  const { has } = usePermission();
  // Null until first opened. Stays mounted afterwards, for its animation and the return of the focus.
  const [adding, setAdding] = useState<boolean | null>(null);
  const name = status === "loading" ? "Loading..." : (team?.name ?? "No team");
  const orgs = account?.orgs.filter((org) => org.teams.length > 0) ?? [];
  const canAdd = team && has(Permission.CREATE_TEAM);

  return (
    <>
      <DropdownMenu modal={false}>
        <DropdownMenuTrigger
          disabled={!account || switching}
          aria-label={`Team: ${name}`}
          aria-busy={switching}
          className={cn(
            "flex h-10 w-full items-center gap-2 rounded-control text-left text-body font-medium hover:bg-hover",
            icons ? "justify-center" : "border border-border bg-surface px-2.5",
          )}
        >
          <Users aria-hidden className="size-4 shrink-0 text-muted" />
          {!icons && (
            <span dir="auto" className="min-w-0 flex-1 truncate text-left">
              {switching ? "Switching…" : name}
            </span>
          )}
          {!icons && <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-faint" />}
        </DropdownMenuTrigger>
        <DropdownMenuContent
          align="start"
          className="min-w-60 overflow-y-auto"
          style={{ maxHeight: teamDropdownMaxHeight }}
        >
          {orgs.map((org) => (
            <Fragment key={org.id}>
              <DropdownMenuLabel>{org.name}</DropdownMenuLabel>
              {org.teams.map((one) => (
                <DropdownMenuItem
                  key={one.id}
                  aria-current={one.id === team?.id ? "true" : undefined}
                  onSelect={() => one.id !== team?.id && void switchTeam(org.id, one.id)}
                >
                  <span dir="auto" className="min-w-0 flex-1 truncate text-left">
                    {one.name}
                  </span>
                  {one.id === team?.id && <Check aria-hidden className="size-4" />}
                </DropdownMenuItem>
              ))}
            </Fragment>
          ))}
          {canAdd && (
            <>
              <DropdownMenuSeparator />
              <DropdownMenuItem onSelect={() => setAdding(true)}>
                <Plus aria-hidden className="size-4" />
                New team
              </DropdownMenuItem>
            </>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {canAdd && adding !== null && (
        <Suspense>
          <NewTeamDialog open={adding} onOpenChange={setAdding} team={team.id} />
        </Suspense>
      )}
    </>
  );
}
