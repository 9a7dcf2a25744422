"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useParams, usePathname, useRouter, useSearchParams } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useState, useTransition } from "react";
import { endpointKey } from "@/hooks/api/endpoint-key";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { mayLeave, useHasUnsaved } from "@/hooks/forms/use-unsaved-guard";
import { useStoredValue } from "@/hooks/page/use-stored-value";
import { ApiError } from "@/lib/api/api-error";
import { call, setCsrf } from "@/lib/api/browser";
import { sessionToken } from "@/lib/api/tokens/token";
import { parseViewAs, viewAs } from "@/lib/api/tokens/view-as";
import { errorText } from "@/lib/constants/errors";
import { teamSwitchMinimum } from "@/lib/constants/ui";
import { accounts } from "@/lib/contract/accounts/calls";
import type { AccountResponse } from "@/lib/contract/accounts/schemas";
import type { ResponseBody } from "@/lib/contract/base/endpoint";
import { teams } from "@/lib/contract/teams/calls";
import { permissionEntries } from "@/lib/permissions/entries";
import { isOpenPath, isSharedPath } from "@/lib/utils/paths/page-kind";
import { switchRedirect } from "@/lib/utils/paths/switch-redirect";
import { toast } from "@/lib/utils/toasts/toast";
import { wait } from "@/lib/utils/wait";

type Status = "loading" | "signed-in" | "anonymous" | "failed";

interface AccountState {
  status: Status;
  account: AccountResponse["account"] | undefined;
  team: AccountResponse["team"] | undefined;
  csrf: string | undefined;
  notifications: AccountResponse["notifications"];
  /** The team of the path or of `?resourceSlug=`; undefined on other pages. */
  slug: string | undefined;
  /** The team that links point to: that of the path, even before its account has loaded. */
  linkSlug: string | undefined;
  /** The account is not in the team of the path: `account` and `team` are those of the current team. */
  foreignTeam: boolean;
  /**
   * Set if the account only manages the team, as an organization admin: the slug under which the organization's pages
   * open.
   */
  managed: { orgSlug: string } | null;
  /** The member as whom the team is viewed: `account.permissions` are theirs, and everything is read-only. */
  viewingAs: AccountResponse["seenAs"];
  /** Why nothing can be changed here: the plan has no seat for the account. */
  readOnly: string | undefined;
  /** The id of the member whose view this is: the account's own, unless viewing as another. */
  ownId: string | undefined;
  /** Who can grant the permissions that the account lacks, by permission; undefined until they are known. */
  granters: ResponseBody<typeof teams.granters>["granters"] | undefined;
  error: Error | null;
  /** The session ended while a form was open. The form stays until it is left or the user signs in again. */
  expired: boolean;
  /** True from switching the team until its page is shown. */
  switching: boolean;
  switchTeam(orgId: string, teamId: string): Promise<void>;
  refresh(): Promise<void>;
}

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

  // The view ends in another team, if it is no longer allowed, or if the member is the account itself.
  const over =
    view !== null &&
    (!active ||
      refused === "not_found" ||
      refused === "forbidden" ||
      (asked.isSuccess && !asked.isPlaceholderData && !asked.data.seenAs));
  useEffect(() => {
    if (!over) return;
    viewAs.leave();
    if (refused) toast.error("You cannot see the console as this member any more.");
  }, [over, refused]);
  useEffect(() => {
    // The next team's account has the same session, so the CSRF token stays until it has loaded.
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
  // The API client forgets a refused token, which ends the session here too.
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
      // Do not navigate if the user has opened another page meanwhile.
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
    viewingAs: (active && data?.seenAs) ?? null,
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
