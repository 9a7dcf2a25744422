/** The first page after sign-in. */
export const toHomePath = (account: { onboarded: boolean; currentTeamId: string | null }): string => {
  if (!account.onboarded) return "/onboarding";
  return account.currentTeamId ? `/${account.currentTeamId}` : "/welcome";
};
