"use client";

import { LogOut } from "lucide-react";
import type { ReactElement } from "react";
import { PrefetchLink } from "@/components/shared/page/prefetch-link";
import { Tooltip } from "@/components/ui/tooltip";
import { useLogout } from "@/hooks/account/use-logout";
import { useCurrentSection } from "@/hooks/page/use-sidebar-section";
import { cn } from "@/lib/utils/cn";
import { isCurrent, linkHref, type NavLink } from "./nav";

const row =
  "flex h-8 w-full items-center gap-2 rounded-control px-2 text-body text-muted hover:bg-hover hover:text-default";

interface LinkProps {
  link: NavLink;
  team: string;
  path: string;
  icons: boolean;
  onNavigate?: () => void;
}

export function SidebarLink({ link, team, path, icons, onNavigate }: LinkProps) {
  const section = useCurrentSection();
  const current = isCurrent(link, team, path) || section === link.path;
  const Icon = link.icon;
  return (
    <Named label={link.label} icons={icons}>
      <PrefetchLink
        href={linkHref(link, team)}
        onClick={onNavigate}
        aria-current={current ? "page" : undefined}
        className={cn(row, current && "bg-hover font-medium text-default")}
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        <span className={cn("truncate", icons && "sr-only")}>{link.label}</span>
      </PrefetchLink>
    </Named>
  );
}

export function LogoutLink({ icons }: { icons: boolean }) {
  const { run, pending } = useLogout();
  return (
    <Named label="Logout" icons={icons}>
      <button type="button" className={row} disabled={pending} onClick={() => void run()}>
        <LogOut aria-hidden className="size-4 shrink-0" />
        <span className={cn(icons && "sr-only")}>Logout</span>
      </button>
    </Named>
  );
}

/** In icon mode the name is shown in a tooltip. */
function Named({ label, icons, children }: { label: string; icons: boolean; children: ReactElement }) {
  return (
    <Tooltip content={icons && label} side="right">
      {children}
    </Tooltip>
  );
}
