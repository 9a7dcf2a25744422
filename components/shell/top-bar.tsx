"use client";

import { PanelLeft } from "lucide-react";
import Link from "next/link";
import { Logo } from "@/components/shared/details/logo";
import { Button } from "@/components/ui/button";
import { useAccount } from "@/context/account";
import { usePrefetchWhenLoaded } from "@/hooks/page/use-prefetch-when-loaded";
import { DeveloperButton } from "./developer/developer-button";
import { InboxButton } from "./notifications/inbox-button";
import { NotificationBell } from "./notifications/notification-bell";
import { PaletteHost } from "./palette/palette-host";
import { useSidebar } from "./sidebar/sidebar-state";
import { UserMenu } from "./sidebar/user-menu";

const bar = "flex h-12 shrink-0 items-center gap-1 border-b border-border bg-canvas px-2";

export function TopBar() {
  const { toggle } = useSidebar();
  return (
    <header className={bar}>
      <HomeLink />
      <Button
        variant="ghost"
        size="icon"
        aria-label="Toggle sidebar"
        title="Toggle sidebar (Ctrl or Cmd + B)"
        onClick={toggle}
      >
        <PanelLeft aria-hidden className="size-4" />
      </Button>
      <PaletteHost />
      <div className="flex-1" />
      <DeveloperButton />
      <InboxButton />
      <NotificationBell />
      <UserMenu />
    </header>
  );
}

function HomeLink() {
  const { linkSlug, managed } = useAccount();
  const home = linkSlug && !managed ? `/${linkSlug}` : "/";
  usePrefetchWhenLoaded(home);
  return (
    <Button asChild variant="ghost" size="icon">
      <Link href={home} prefetch={false} aria-label="Home" title="Home">
        {/* biome-ignore lint/performance/noImgElement: a small SVG has nothing to optimize */}
        <img src="/muster.svg" alt="" width={20} height={20} />
      </Link>
    </Button>
  );
}

/** The top bar for visitors who are not signed in. */
export function PublicTopBar({ signIn }: { signIn: boolean }) {
  return (
    <header className={bar}>
      <Link href="/" className="rounded-control px-2">
        <Logo />
      </Link>
      <div className="flex-1" />
      {signIn && (
        <Button asChild variant="outline" size="sm">
          <Link href="/login">Sign in</Link>
        </Button>
      )}
    </header>
  );
}
