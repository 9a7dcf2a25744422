import { type Furnished, furnishTeam } from "./furnished-team";

/**
 * Returns a function that runs a check with the team of the check before it, and once more with a new one where that fails: an
 * earlier call may have taken what the check needs.
 */
export function reuseTeam(): (check: (team: Furnished) => Promise<void>) => Promise<void> {
  let team: Furnished | undefined;
  return async (check) => {
    const passed =
      team &&
      (await check(team).then(
        () => true,
        () => false,
      ));
    if (passed) return;
    team = await furnishTeam();
    await check(team);
  };
}
