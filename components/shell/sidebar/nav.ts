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
  MessageSquare,
  Plug,
  Users,
  Wrench,
} from "lucide-react";
import { Permission, type PermissionBit } from "@/lib/permissions/bits";

export interface NavLink {
  /** Path below the team, unless `own`. */
  path: string;
  label: string;
  icon: LucideIcon;
  /** Path prefix of a detail page, where the link is current as well. */
  detail: string;
  /** Another path of the same list. */
  alias?: string;
  /** A list under the same sidebar link, reached by a tab. */
  tab?: Omit<NavLink, "tab">;
  /** What its "add" page creates, and the permission for it; a path where that page is not below `detail`. */
  creates?: readonly [what: string, bit: PermissionBit, path?: string];
  /** Group and icon of its search results in the palette; by default the link's own. */
  palette?: readonly [group: string, icon: LucideIcon];
  /** Belongs to the account rather than to a team. */
  ofAccount?: true;
  /** Opens in a team that is only managed, too. */
  ofManaged?: true;
}

/** The sidebar's links in order, below their captions: one line for each resource. */
const linkGroups: Record<string, readonly NavLink[]> = {
  Build: [
    {
      path: "/connections",
      label: "Connections",
      icon: Cable,
      detail: "/datasource/",
      alias: "/datasources",
      creates: ["data source", Permission.CREATE_DATASOURCE, "/connections/add"],
    },
    { path: "/apps", label: "Apps", icon: AppWindow, detail: "/app/", creates: ["app", Permission.CREATE_APP] },
    { path: "/agents", label: "Agents", icon: Bot, detail: "/agent/", creates: ["agent", Permission.CREATE_AGENT] },
    { path: "/tasks", label: "Tasks", icon: ListChecks, detail: "/task/", creates: ["task", Permission.CREATE_TASK] },
    { path: "/tools", label: "Tools", icon: Wrench, detail: "/tool/", creates: ["tool", Permission.CREATE_TOOL] },
    {
      path: "/variables",
      label: "Variables",
      icon: Braces,
      detail: "/variable/",
      creates: ["variable", Permission.CREATE_VARIABLE],
    },
  ],
  Resources: [
    {
      path: "/models",
      label: "Models",
      icon: Cpu,
      detail: "/model/",
      creates: ["model", Permission.CREATE_MODEL],
      tab: {
        path: "/providers",
        label: "Providers",
        icon: Plug,
        detail: "/provider/",
        creates: ["provider", Permission.CREATE_MODEL],
      },
    },
    {
      path: "/vectordbs",
      label: "Vector DBs",
      icon: Database,
      detail: "/vectordb/",
      creates: ["vector DB", Permission.CREATE_VECTOR_DB],
    },
  ],
  Activity: [
    {
      path: "/sessions",
      label: "Session History",
      icon: History,
      detail: "/session/",
      palette: ["Sessions", MessageSquare],
    },
    { path: "/apikeys", label: "API Keys", icon: KeyRound, detail: "/apikeys/", ofAccount: true },
  ],
  Manage: [
    { path: "/org", label: "Organization", icon: Building2, detail: "/org/", ofManaged: true },
    { path: "/team", label: "Team", icon: Users, detail: "/team/", ofManaged: true },
  ],
};
export const links = Object.values(linkGroups).flat();
/** The same with the lists that are reached by tabs. */
export const listLinks = links.flatMap((link): NavLink[] => [link, ...(link.tab ? [link.tab] : [])]);

/** A link with the team in its path: an organization's pages can be under another team's slug. */
interface TeamLink {
  link: NavLink;
  team: string;
}

interface LinkGroup {
  caption: string;
  links: TeamLink[];
}

/** Returns the sidebar's links by group. A managed team only has the links that open there. */
export function sidebarGroups(team: string, managed: { orgSlug: string } | null): LinkGroup[] {
  const toTeamLink = (link: NavLink): TeamLink => ({
    link,
    team: managed && link.path === "/org" ? managed.orgSlug : team,
  });
  const opens = ({ ofAccount, ofManaged }: NavLink) => !managed || ofAccount || ofManaged;
  return Object.entries(linkGroups)
    .map(([caption, group]) => ({ caption, links: group.filter(opens).map(toTeamLink) }))
    .filter((group) => group.links.length > 0);
}

/** The same without captions. */
export const sidebarLinks = (...where: Parameters<typeof sidebarGroups>): TeamLink[] =>
  sidebarGroups(...where).flatMap((group) => group.links);

/** Whether a page of a managed team can be opened: only those in the sidebar. */
export const canOpenManaged = (team: string, managed: { orgSlug: string }, path: string): boolean =>
  sidebarLinks(team, managed).some(({ link, team: linkTeam }) => linkTeam === team && isCurrent(link, team, path));

export const linkHref = ({ path, ofAccount }: NavLink, team: string): string => (ofAccount ? path : `/${team}${path}`);

/** The pages of the team that create something. */
export const creations = listLinks.flatMap(({ detail, creates }) => {
  if (!creates) return [];
  const [what, bit, path = `${detail}add`] = creates;
  return [{ label: `New ${what}`, path, bit }];
});

/** Whether a link leads to the page at `path`, or to the list that it belongs to. */
export function isCurrent(link: NavLink, team: string, path: string): boolean {
  if (link.ofAccount) return path === link.path;
  if (link.tab && isCurrent(link.tab, team, path)) return true;
  const below = path.startsWith(`/${team}/`) ? path.slice(team.length + 1) : null;
  if (below === null) return false;
  return (
    [link.path, link.alias].includes(below) || [`${link.path}/`, link.detail].some((start) => below.startsWith(start))
  );
}
