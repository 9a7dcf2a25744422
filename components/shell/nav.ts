import {
  AppWindow,
  Bot,
  Braces,
  Building2,
  Cable,
  Cpu,
  Database,
  History,
  KeyRound,
  ListChecks,
  type LucideIcon,
  Users,
  Wrench,
} from "lucide-react";

export interface NavLink {
  /** Below the team, unless it is `own`. */
  path: string;
  label: string;
  icon: LucideIcon;
  /** Paths of one such thing, which mark the link as the current one too. */
  detail: string;
  /** Another path of the same list. */
  also?: string;
  /** Of the account, whatever the team. */
  own?: true;
}

/** The sidebar's links in their order; a resource adds its line when its pages exist. */
export const teamLinks: readonly NavLink[] = [
  { path: "/connections", label: "Connections", icon: Cable, detail: "/datasource/", also: "/datasources" },
  { path: "/apps", label: "Apps", icon: AppWindow, detail: "/app/" },
  { path: "/agents", label: "Agents", icon: Bot, detail: "/agent/" },
  { path: "/tasks", label: "Tasks", icon: ListChecks, detail: "/task/" },
  { path: "/tools", label: "Tools", icon: Wrench, detail: "/tool/" },
  { path: "/variables", label: "Variables", icon: Braces, detail: "/variable/" },
  { path: "/models", label: "Models", icon: Cpu, detail: "/model/" },
  { path: "/vectordbs", label: "Vector DBs", icon: Database, detail: "/vectordb/" },
  { path: "/sessions", label: "Session History", icon: History, detail: "/session/" },
  { path: "/apikeys", label: "API Keys", icon: KeyRound, detail: "/apikeys/", own: true },
];

/** The second group. */
export const placeLinks: readonly NavLink[] = [
  { path: "/org", label: "Organization", icon: Building2, detail: "/org/" },
  { path: "/team", label: "Team", icon: Users, detail: "/team/" },
];

/** Where a link of the sidebar leads: the pages of an organization can be those of another team's address. */
export interface PlacedLink {
  link: NavLink;
  team: string;
}

/** The sidebar's two groups. In a team that is only managed they hold no more than what opens there. */
export function sidebarGroups(team: string, managed: { orgSlug: string } | null): PlacedLink[][] {
  const place = (link: NavLink): PlacedLink => ({
    link,
    team: managed && link.path === "/org" ? managed.orgSlug : team,
  });
  const shown = managed ? teamLinks.filter(({ own }) => own) : teamLinks;
  return [shown.map(place), placeLinks.map(place)];
}

/** Whether a page of a team that is only managed can be opened: those that the sidebar leads to. */
export const opensManaged = (team: string, managed: { orgSlug: string }, path: string): boolean =>
  sidebarGroups(team, managed)
    .flat()
    .some(({ link, team: place }) => place === team && isCurrent(link, team, path));

export const hrefOf = ({ path, own }: NavLink, team: string): string => (own ? path : `/${team}${path}`);

/** Whether a link leads to the page at `path`, or to the list that it belongs to. */
export function isCurrent(link: NavLink, team: string, path: string): boolean {
  if (link.own) return path === link.path;
  const below = path.startsWith(`/${team}/`) ? path.slice(team.length + 1) : null;
  if (below === null) return false;
  return (
    [link.path, link.also].includes(below) || [`${link.path}/`, link.detail].some((start) => below.startsWith(start))
  );
}
