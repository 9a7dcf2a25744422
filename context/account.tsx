"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useParams, usePathname, useRouter, useSearchParams } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useState, useTransition } from "react";
import { endpointKey } from "@/hooks/api/endpoint-key";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { confirmLeave, useHasUnsavedChanges } from "@/hooks/forms/use-unsaved-guard";
import { useStoredValue } from "@/hooks/page/use-stored-value";
import { ApiError } from "@/lib/api/api-error";
import { call } from "@/lib/api/browser";
import { sessionToken } from "@/lib/api/tokens/token";
import { parseViewAs, viewAs } from "@/lib/api/tokens/view-as";
import { errorText } from "@/lib/constants/errors";
import { teamSwitchMinimum } from "@/lib/constants/ui";
import { accounts } from "@/lib/contract/accounts/calls";
import { teams } from "@/lib/contract/teams/calls";
import { grantableBits } from "@/lib/permissions/bits";
import { isPublicPath, isSharedPath } from "@/lib/utils/paths/page-kind";
import { switchRedirect } from "@/lib/utils/paths/switch-redirect";
import { toast } from "@/lib/utils/toasts/toast";
import { wait } from "@/lib/utils/wait";
import type { AccountState, Status } from "./account-state";

const AccountContext = createContext<AccountState | null>(null);

const accountKey = (resourceSlug: string | undefined) => endpointKey(accounts.get, { query: { resourceSlug } });

/** Loads account.json for the team of the page. */
export function AccountProvider({ children }: { children: ReactNode }) {
  const path = usePathname();
  const router = useRouter();
  const queryClient = useQueryClient();
  const search = useSearchParams();
  const { resourceSlug } = useParams<{ resourceSlug?: string }>();
  const [working, setWorking] = useState(false);
  const [navigating, startNavigation] = useTransition();
  const token = useStoredValue(sessionToken);

  // A share link's page belongs to a visitor, even if someone is signed in.
  const shared = isSharedPath(path);
  const slug = shared ? undefined : (resourceSlug ?? search.get("resourceSlug") ?? undefined);
  const view = parseViewAs(useStoredValue(viewAs));
  const activeView = view && !shared && (slug ?? view.slug) === view.slug ? view : null;
  const isPublic = isPublicPath(path);
  const requested = useEndpoint(accounts.get, {
    query: { resourceSlug: slug ?? activeView?.slug, memberId: activeView?.memberId },
    enabled: Boolean(token) && !shared,
    navigate: false,
  });
  const errorCode = requested.error instanceof ApiError ? requested.error.code : undefined;
  const foreignTeam = slug !== undefined && !activeView && errorCode === "not_found";
  const current = useEndpoint(accounts.get, { enabled: Boolean(token) && foreignTeam, navigate: false });
  const { data, error, isPending, dataUpdatedAt } = foreignTeam ? current : requested;

  const { account, team } = data ?? {};
  const managed =
    account && team && !team.member
      ? { orgSlug: account.orgs.find(({ id }) => id === team.orgId)?.teams[0]?.id ?? team.id }
      : null;
  const lacksPermission = account && grantableBits.some((bit) => !account.permissions.includes(bit));
  const grantersQuery = useEndpoint(teams.granters, {
    params: { resourceSlug: team?.id ?? "" },
    enabled: Boolean(token && team && lacksPermission),
    navigate: false,
  });

  const expired = useHasUnsavedChanges() && token === null && data !== undefined && !isPublic;

  // The view ends in another team, if it is no longer allowed, or if the member is the account itself.
  const viewEnded =
    view !== null &&
    (!activeView ||
      errorCode === "not_found" ||
      errorCode === "forbidden" ||
      (requested.isSuccess && !requested.isPlaceholderData && !requested.data.seenAs));
  useEffect(() => {
    if (!viewEnded) return;
    viewAs.leave();
    if (errorCode) toast.error("You can no longer view as this member.");
  }, [viewEnded, errorCode]);
  // The team of the path is the current one, so the account response also holds for pages without a team, and vice versa.
  // Otherwise those would show the previous team until a refetch.
  useEffect(() => {
    if (!data?.team?.member || data.seenAs) return;
    for (const key of [accountKey(undefined), accountKey(data.team.id)]) {
      const updatedAt = queryClient.getQueryState(key)?.dataUpdatedAt ?? 0;
      if (updatedAt < dataUpdatedAt) queryClient.setQueryData(key, data, { updatedAt: dataUpdatedAt });
    }
  }, [data, dataUpdatedAt, queryClient]);
  // The API client forgets a refused token, which ends the session here too.
  useEffect(() => {
    if (token !== null || isPublic || expired) return;
    const goto = `${window.location.pathname}${window.location.search}`;
    router.replace(goto === "/" ? "/login" : `/login?goto=${encodeURIComponent(goto)}`);
  }, [token, isPublic, expired, router]);

  const getStatus = (): Status => {
    if (shared || (token === null && !expired)) return "anonymous";
    if (data) return "signed-in";
    if (error instanceof ApiError && error.code === "unauthorized") return "anonymous";
    return token === undefined || isPending ? "loading" : "failed";
  };

  const refresh = () => queryClient.invalidateQueries({ queryKey: [accounts.get.resource] });

  async function changeTeam(orgId: string, teamId: string): Promise<void> {
    const from = window.location.pathname;
    setWorking(true);
    viewAs.leave();
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
      // Do not navigate if the user has opened another page in the meantime.
      if (window.location.pathname === from) startNavigation(() => router.push(redirect, { scroll: false }));
    } catch {
      toast.error(errorText.teamSwitch);
    } finally {
      setWorking(false);
    }
  }

  const state: AccountState = {
    status: getStatus(),
    account,
    team,
    notifications: data?.notifications ?? [],
    slug,
    linkSlug: foreignTeam ? team?.id : (slug ?? team?.id),
    foreignTeam,
    managed,
    viewingAs: (activeView && data?.seenAs) ?? null,
    readOnly: data?.readOnly ?? undefined,
    ownId: (activeView && data?.seenAs?.memberId) || account?._id,
    granters: grantersQuery.data?.granters,
    error,
    expired,
    switching: working || navigating,
    switchTeam: (orgId, teamId) => confirmLeave(() => void changeTeam(orgId, teamId)),
    refresh,
  };
  return <AccountContext value={state}>{children}</AccountContext>;
}

export function useAccount(): AccountState {
  const state = useContext(AccountContext);
  if (!state) throw new Error("useAccount needs an AccountProvider above it");
  return state;
}

/** The team of a page whose path does not have it. */
export const TeamSlugContext = createContext<string | undefined>(undefined);

/** The team of the path, for pages below app/[resourceSlug], or that of the context. */
export function useTeamSlug(): string {
  const given = useContext(TeamSlugContext);
  const { resourceSlug = given } = useParams<{ resourceSlug?: string }>();
  if (!resourceSlug) throw new Error("useTeamSlug is for pages below a team");
  return resourceSlug;
}
