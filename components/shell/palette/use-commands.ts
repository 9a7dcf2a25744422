"use client";

import {
  BookOpen,
  Building2,
  ChartColumn,
  Code,
  CreditCard,
  Inbox,
  Keyboard,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  PanelLeft,
  Plus,
  ScrollText,
  Sun,
  User,
  Users,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { useAccount } from "@/context/account";
import { useTheme } from "@/context/theme";
import { useDeveloperMode } from "@/hooks/use-developer-mode";
import { useLogout } from "@/hooks/use-logout";
import { usePermission } from "@/hooks/use-permission";
import { mayLeave } from "@/hooks/use-unsaved-guard";
import { Permission } from "@/lib/permissions/bits";
import { hrefOf, sidebarGroups } from "../nav";
import { useSidebar } from "../sidebar-state";

export interface PaletteCommand {
  id: string;
  group: string;
  label: string;
  /** At the right: where it leads, what it is. */
  help?: string;
  icon: LucideIcon;
  run(): void;
  /** `false`: something else takes the palette's place. */
  closes?: boolean;
}

/** What can be created: a resource adds its line when its form exists. */
const creations = [
  { label: "New connection", path: "/connections/add", bit: Permission.CREATE_DATASOURCE },
  { label: "New app", path: "/app/add", bit: Permission.CREATE_APP },
  { label: "New agent", path: "/agent/add", bit: Permission.CREATE_AGENT },
  { label: "New task", path: "/task/add", bit: Permission.CREATE_TASK },
  { label: "New tool", path: "/tool/add", bit: Permission.CREATE_TOOL },
  { label: "New variable", path: "/variable/add", bit: Permission.CREATE_VARIABLE },
  { label: "New model", path: "/model/add", bit: Permission.CREATE_MODEL },
  { label: "New vector DB", path: "/vectordb/add", bit: Permission.CREATE_VECTOR_DB },
] as const;

const pages = [
  { label: "Account", path: "/account", icon: User },
  { label: "Billing", path: "/billing", icon: CreditCard },
  { label: "Organizations and teams", path: "/welcome", icon: Building2 },
  { label: "API reference", path: "/reference", icon: BookOpen },
] as const;

/** Everything that needs no search, in the order in which it is offered. */
export function useCommands({ onShortcuts }: { onShortcuts(): void }): PaletteCommand[] {
  const router = useRouter();
  const { linkSlug, managed } = useAccount();
  // A team that is only managed has none of the pages that its members have.
  const slug = managed ? undefined : linkSlug;
  const { has } = usePermission();
  const go = (path: string) => () => {
    if (mayLeave()) router.push(path);
  };
  const places = linkSlug ? sidebarGroups(linkSlug, managed).flat() : [];
  const inTeam = places.map(({ link, team }) => ({
    id: link.path,
    group: "Go to",
    label: link.label,
    icon: link.icon,
    run: go(hrefOf(link, team)),
  }));
  const create = slug
    ? creations
        .filter(({ bit }) => has(bit))
        .map(({ label, path }) => ({ id: path, group: "Create", label, icon: Plus, run: go(`/${slug}${path}`) }))
    : [];
  const usage = slug
    ? [
        { id: "/inbox", group: "Go to", label: "Inbox", icon: Inbox, run: go(`/${slug}/inbox`) },
        { id: "/usage", group: "Go to", label: "Usage", icon: ChartColumn, run: go(`/${slug}/usage`) },
      ]
    : [];
  const audit =
    slug && has(Permission.ORG_OWNER)
      ? [{ id: "/audit", group: "Go to", label: "Audit log", icon: ScrollText, run: go(`/${slug}/audit`) }]
      : [];
  const elsewhere = pages.map(({ label, path, icon }) => ({ id: path, group: "Go to", label, icon, run: go(path) }));
  return [...inTeam, ...usage, ...audit, ...elsewhere, ...create, ...useTeams(), ...useSettings(onShortcuts)];
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
    set("theme-system", "Theme: like the system", Monitor, () => choose("system")),
    set("sidebar", "Open or close the sidebar", PanelLeft, toggle),
    set("developer", `Developer mode: turn ${developer.on ? "off" : "on"}`, Code, developer.toggle),
    set("shortcuts", "Keyboard shortcuts", Keyboard, onShortcuts, false),
    set("logout", "Log out", LogOut, () => void logout.run()),
  ];
}
