import type { AccountResponse } from "@/lib/contract/accounts/schemas";
import type { ResponseBody } from "@/lib/contract/base/endpoint";
import type { teams } from "@/lib/contract/teams/calls";

export type Status = "loading" | "signed-in" | "anonymous" | "failed";

export interface AccountState {
  status: Status;
  account: AccountResponse["account"] | undefined;
  team: AccountResponse["team"] | undefined;
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
  /** The member whose view is shown: `account.permissions` are theirs, and everything is read-only. */
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
  switchTeam(orgId: string, teamId: string): void;
  refresh(): Promise<void>;
}
