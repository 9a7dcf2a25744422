const resourceTypes = new Set(["agent", "task", "tool", "datasource", "model"]);

/**
 * Returns where to go when the team changes on `path`: the same list in the new team, the list of the open resource,
 * else the apps. `team` is the team of the path; undefined outside a team.
 */
export function switchRedirect(path: string, team: string | undefined, newTeam: string): string {
  const [first, type, ...rest] = path.split("/").filter((segment) => segment !== "");
  if (team === undefined || first !== team) return `/${newTeam}/apps`;
  if (rest.length === 0) return type === undefined ? `/${newTeam}` : `/${newTeam}/${type}`;
  return type !== undefined && resourceTypes.has(type) ? `/${newTeam}/${type}s` : `/${newTeam}/apps`;
}
