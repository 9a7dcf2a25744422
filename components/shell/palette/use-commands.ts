"use client";

import {
  BookOpen,
  Building2,
  ChartColumn,
  Code,
  CreditCard,
  House,
  Inbox,
  Keyboard,
  LayoutTemplate,
  LifeBuoy,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  PanelLeft,
  Plus,
  ScrollText,
  Sun,
  Trash2,
  User,
  Users,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { useAccount } from "@/context/account";
import { useTheme } from "@/context/theme";
import { useDeveloperMode } from "@/hooks/account/use-developer-mode";
import { useLogout } from "@/hooks/account/use-logout";
import { usePermission } from "@/hooks/account/use-permission";
import { confirmLeave } from "@/hooks/forms/use-unsaved-guard";
import { Permission } from "@/lib/permissions/bits";
import { creations, linkHref, type NavLink, sidebarLinks } from "../sidebar/nav";
import { useSidebar } from "../sidebar/sidebar-state";

export interface PaletteCommand {
  id: string;
  group: string;
  label: string;
  /** Shown at the right: the target. */
  help?: string;
  icon: LucideIcon;
  run(): void;
  /** `false`: the palette stays, or another dialog replaces it. */
  closes?: boolean;
}

const pages = [
  { label: "Account", path: "/account", icon: User },
  { label: "Billing", path: "/billing", icon: CreditCard },
  { label: "Organizations and teams", path: "/welcome", icon: Building2 },
  { label: "Guides", path: "/guide", icon: LifeBuoy },
  { label: "API reference", path: "/reference", icon: BookOpen },
] as const;

const teamPages = [
  { label: "Home", path: "/", icon: House },
  { label: "Inbox", path: "/inbox", icon: Inbox },
  { label: "Templates", path: "/app/templates", icon: LayoutTemplate },
  { label: "Usage", path: "/usage", icon: ChartColumn },
  { label: "Trash", path: "/trash", icon: Trash2 },
  { label: "Audit log", path: "/audit", icon: ScrollText, bit: Permission.ORG_OWNER },
];

/** Everything that needs no search, in the order in which it is offered. */
export function useCommands({ onShortcuts }: { onShortcuts(): void }): PaletteCommand[] {
  const router = useRouter();
  const { linkSlug, managed } = useAccount();
  // The pages of a managed team are open to its members only.
  const slug = managed ? undefined : linkSlug;
  const { has } = usePermission();
  const go = (path: string) => () => confirmLeave(() => router.push(path));
  const goTo = ({ path, label, icon }: Pick<NavLink, "path" | "label" | "icon">, to = path): PaletteCommand => ({
    id: path,
    group: "Go to",
    label,
    icon,
    run: go(to),
  });
  const links = linkSlug ? sidebarLinks(linkSlug, managed) : [];
  const morePages = teamPages.filter(({ bit }) => bit === undefined || has(bit));
  const create = slug
    ? creations
        .filter(({ bit }) => has(bit))
        .map(({ label, path }) => ({ id: path, group: "Create", label, icon: Plus, run: go(`/${slug}${path}`) }))
    : [];
  return [
    ...links.map(({ link, team }) => goTo(link, linkHref(link, team))),
    ...(slug ? morePages.map((page) => goTo(page, page.path === "/" ? `/${slug}` : `/${slug}${page.path}`)) : []),
    ...pages.map((page) => goTo(page)),
    ...create,
    ...useTeams(),
    ...useSettings(onShortcuts),
  ];
}

function useTeams(): PaletteCommand[] {
  const { account, team, switchTeam } = useAccount();
  return (account?.orgs ?? []).flatMap((org) =>
    org.teams
      .filter(({ id }) => id !== team?.id)
      .map(({ id, name }) => ({
        id,
        group: "Switch team",
        label: name,
        help: org.name,
        icon: Users,
        run: () => void switchTeam(org.id, id),
      })),
  );
}

function useSettings(onShortcuts: () => void): PaletteCommand[] {
  const { choose } = useTheme();
  const developer = useDeveloperMode();
  const logout = useLogout();
  const { toggle } = useSidebar();
  const set = (id: string, label: string, icon: LucideIcon, run: () => void, closes = true): PaletteCommand => ({
    id,
    group: "Settings",
    label,
    icon,
    run,
    closes,
  });
  return [
    set("theme-light", "Theme: light", Sun, () => choose("light")),
    set("theme-dark", "Theme: dark", Moon, () => choose("dark")),
    set("theme-system", "Theme: system", Monitor, () => choose("system")),
    set("sidebar", "Toggle sidebar", PanelLeft, toggle),
    set("developer", `Turn ${developer.on ? "off" : "on"} Developer Mode`, Code, developer.toggle),
    set("shortcuts", "Keyboard shortcuts", Keyboard, onShortcuts, false),
    set("logout", "Log out", LogOut, () => void logout.run()),
  ];
}
