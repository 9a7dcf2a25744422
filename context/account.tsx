"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useParams, usePathname, useRouter, useSearchParams } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useState, useTransition } from "react";
import { endpointKey } from "@/hooks/endpoint-key";
import { useEndpoint } from "@/hooks/use-endpoint";
import { useStoredValue } from "@/hooks/use-stored-value";
import { mayLeave, useHasUnsaved } from "@/hooks/use-unsaved-guard";
import { ApiError } from "@/lib/api/api-error";
import { call, setCsrf } from "@/lib/api/browser";
import { parseSeenAs, seeAs } from "@/lib/api/see-as";
import { sessionToken } from "@/lib/api/token";
import { errorText } from "@/lib/constants/errors";
import { teamSwitchMinimum } from "@/lib/constants/ui";
import type { AccountAnswer } from "@/lib/contract/accounts";
import { accounts } from "@/lib/contract/calls/accounts";
import { teams } from "@/lib/contract/calls/teams";
import type { Answer } from "@/lib/contract/endpoint";
import { permissionEntries } from "@/lib/permissions/entries";
import { isOpenPath, isSharedPath } from "@/lib/utils/page-kind";
import { switchRedirect } from "@/lib/utils/switch-redirect";
import { toast } from "@/lib/utils/toast";
import { wait } from "@/lib/utils/wait";

type Status = "loading" | "signed-in" | "anonymous" | "failed";

interface AccountState {
  status: Status;
  account: AccountAnswer["account"] | undefined;
  team: AccountAnswer["team"] | undefined;
  csrf: string | undefined;
  notifications: AccountAnswer["notifications"];
  /** The team of the path or of `?resourceSlug=`; undefined on other pages. */
  slug: string | undefined;
  /** The team that links lead to: that of the path, before its account has arrived. */
  linkSlug: string | undefined;
  /** The team of the path is not one of the account's: `account` and `team` are those of the current one. */
  foreignTeam: boolean;
  /**
   * Set where the account only manages the team, as an admin of its organization: the slug through which it opens the
   * organization's pages.
   */
  managed: { orgSlug: string } | null;
  /** The team is seen with this member's eyes: `account.permissions` are theirs, and nothing can be changed. */
  seenAs: AccountAnswer["seenAs"];
  /** Why nothing can be changed here: the plan has no seat for the account. */
  readOnly: string | undefined;
  /** Whose eyes these are: the account's own id, but for a view. */
  ownId: string | undefined;
  /** Who can grant the permissions that the account lacks, by permission; undefined until they are known. */
  granters: Answer<typeof teams.granters>["granters"] | undefined;
  error: Error | null;
  /** Signed out in the middle of a form, which stays until it is left or its owner has signed in again. */
  expired: boolean;
  /** From choosing another team until its account data has arrived and its page is shown. */
  switching: boolean;
  switchTeam(orgId: string, teamId: string): Promise<void>;
  refresh(): Promise<void>;
}

const AccountContext = createContext<AccountState | null>(null);

const accountKey = (resourceSlug: string | undefined) => endpointKey(accounts.get, { query: { resourceSlug } });

/** Keeps account.json for the team of the page. */
export function AccountProvider({ children }: { children: ReactNode }) {
  const path = usePathname();
  const router = useRouter();
  const queryClient = useQueryClient();
  const search = useSearchParams();
  const { resourceSlug } = useParams<{ resourceSlug?: string }>();
  const [working, setWorking] = useState(false);
  const [navigating, startNavigation] = useTransition();
  const token = useStoredValue(sessionToken);

  // A share link's page is a visitor's, whoever is signed in beside it.
  const shared = isSharedPath(path);
  const slug = shared ? undefined : (resourceSlug ?? search.get("resourceSlug") ?? undefined);
  const view = parseSeenAs(useStoredValue(seeAs));
  const active = view && !shared && (slug ?? view.slug) === view.slug ? view : null;
  const open = isOpenPath(path);
  const asked = useEndpoint(accounts.get, {
    query: { resourceSlug: slug ?? active?.slug, memberId: active?.memberId },
    enabled: Boolean(token) && !shared,
    navigate: false,
  });
  const refused = asked.error instanceof ApiError ? asked.error.code : undefined;
  const foreignTeam = slug !== undefined && !active && refused === "not_found";
  const current = useEndpoint(accounts.get, { enabled: Boolean(token) && foreignTeam, navigate: false });
  const { data, error, isPending, dataUpdatedAt } = foreignTeam ? current : asked;

  const { account, team } = data ?? {};
  const managed =
    account && team && !team.member
      ? { orgSlug: account.orgs.find(({ id }) => id === team.orgId)?.teams[0]?.id ?? team.id }
      : null;
  const lacking =
    account && permissionEntries.some(({ bit, blocked }) => !blocked && !account.permissions.includes(bit));
  const granting = useEndpoint(teams.granters, {
    params: { resourceSlug: team?.id ?? "" },
    enabled: Boolean(token && team && lacking),
    navigate: false,
  });

  const expired = useHasUnsaved() && token === null && data !== undefined && !open;

  // Another team, somebody who may not be seen as any more, or who is oneself.
  const over =
    view !== null &&
    (!active ||
      refused === "not_found" ||
      refused === "forbidden" ||
      (asked.isSuccess && !asked.isPlaceholderData && !asked.data.seenAs));
  useEffect(() => {
    if (!over) return;
    seeAs.leave();
    if (refused) toast.error("You cannot see the console as this member any more.");
  }, [over, refused]);
  useEffect(() => {
    // The next team's account is that of the same session: until it has arrived, the csrf token stays.
    if (data || token === null) setCsrf(data?.csrf ?? null);
  }, [data, token]);
  // The team of the path is the current one, so its account serves the pages that name no team as well, and the other way
  // around. Without this they would show the team before it until they have asked again.
  useEffect(() => {
    if (!data?.team?.member || data.seenAs) return;
    for (const key of [accountKey(undefined), accountKey(data.team.id)]) {
      const updatedAt = queryClient.getQueryState(key)?.dataUpdatedAt ?? 0;
      if (updatedAt < dataUpdatedAt) queryClient.setQueryData(key, data, { updatedAt: dataUpdatedAt });
    }
  }, [data, dataUpdatedAt, queryClient]);
  // A token that the server refuses is forgotten by the call, which ends here too.
  useEffect(() => {
    if (token !== null || open || expired) return;
    const goto = `${window.location.pathname}${window.location.search}`;
    router.replace(goto === "/" ? "/login" : `/login?goto=${encodeURIComponent(goto)}`);
  }, [token, open, expired, router]);

  const statusNow = (): Status => {
    if (shared || (token === null && !expired)) return "anonymous";
    if (data) return "signed-in";
    if (error instanceof ApiError && error.code === "unauthorized") return "anonymous";
    return token === undefined || isPending ? "loading" : "failed";
  };

  const refresh = () => queryClient.invalidateQueries({ queryKey: [accounts.get.resource] });

  async function switchTeam(orgId: string, teamId: string): Promise<void> {
    if (!mayLeave()) return;
    const from = window.location.pathname;
    setWorking(true);
    seeAs.leave();
    try {
      const body = { orgId, teamId, redirect: switchRedirect(path, resourceSlug, teamId) };
      const [{ redirect }] = await Promise.all([
        call(accounts.switch, { body, navigate: false }),
        wait(teamSwitchMinimum),
      ]);
      await queryClient.fetchQuery({
        queryKey: accountKey(teamId),
        queryFn: () => call(accounts.get, { query: { resourceSlug: teamId }, navigate: false }),
        staleTime: 0,
      });
      // Whoever has gone to another page while the account was slow stays there.
      if (window.location.pathname === from) startNavigation(() => router.push(redirect, { scroll: false }));
    } catch {
      toast.error(errorText.teamSwitch);
    } finally {
      setWorking(false);
    }
  }

  const state: AccountState = {
    status: statusNow(),
    account,
    team,
    csrf: data?.csrf,
    notifications: data?.notifications ?? [],
    slug,
    linkSlug: foreignTeam ? team?.id : (slug ?? team?.id),
    foreignTeam,
    managed,
    seenAs: (active && data?.seenAs) ?? null,
    readOnly: data?.readOnly ?? undefined,
    ownId: (active && data?.seenAs?.memberId) || account?._id,
    granters: granting.data?.granters,
    error,
    expired,
    switching: working || navigating,
    switchTeam,
    refresh,
  };
  return <AccountContext value={state}>{children}</AccountContext>;
}

export function useAccount(): AccountState {
  const state = useContext(AccountContext);
  if (!state) throw new Error("useAccount needs an AccountProvider above it");
  return state;
}

/** The team of the path, for pages below app/[resourceSlug]. */
export function useTeamSlug(): string {
  const { resourceSlug } = useParams<{ resourceSlug?: string }>();
  if (!resourceSlug) throw new Error("useTeamSlug is for pages below a team");
  return resourceSlug;
}
