"use client";

import { usePathname } from "next/navigation";
import { useAccount } from "@/context/account";
import { cn } from "@/lib/utils/cn";
import { sidebarGroups } from "./nav";
import { PlanBox } from "./plan-box";
import { LogoutLink, SidebarLink } from "./sidebar-link";
import { TeamSwitcher } from "./team-switcher";

/** The sidebar's content, also used in the phone's sheet. */
export function SidebarContent({ icons, onNavigate }: { icons: boolean; onNavigate?: () => void }) {
  const { linkSlug, managed } = useAccount();
  const path = usePathname();
  return (
    <div className="flex h-full flex-col gap-2 p-2">
      <TeamSwitcher icons={icons} />
      <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto [&_a]:-outline-offset-2">
        {linkSlug &&
          sidebarGroups(linkSlug, managed).map(({ caption, links }) => (
            <div key={caption} className={cn("not-first:mt-2", icons && "not-first:border-t not-first:pt-2")}>
              {!icons && <p className="px-2 pt-1 pb-0.5 font-medium text-faint text-label">{caption}</p>}
              <ul className="flex flex-col gap-0.5">
                {links.map(({ link, team }) => (
                  <li key={link.path}>
                    <SidebarLink link={link} team={team} path={path} icons={icons} onNavigate={onNavigate} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
      </nav>
      {!icons && <PlanBox />}
      <LogoutLink icons={icons} />
    </div>
  );
}
