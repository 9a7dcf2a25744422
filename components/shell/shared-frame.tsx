"use client";

import { Moon, Sun } from "lucide-react";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Logo } from "@/components/shared/details/logo";
import { Button } from "@/components/ui/button";
import { useTheme } from "@/context/theme";
import { useStoredValue } from "@/hooks/page/use-stored-value";
import { sessionToken } from "@/lib/api/tokens/token";

/** Frame of a share link's page: name, theme and sign-in, no sidebar. Links open in a new page. */
export function SharedFrame({ children }: { children: ReactNode }) {
  const { theme, choose } = useTheme();
  const signedIn = useStoredValue(sessionToken) !== null;
  const path = usePathname();
  const dark = theme === "dark";
  const label = dark ? "Switch to light theme" : "Switch to dark theme";
  return (
    <div className="flex h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-raised focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <header className="flex h-12 shrink-0 items-center gap-1 border-b border-border bg-canvas px-2">
        <a href="/" className="rounded-control px-2">
          <Logo />
        </a>
        <div className="flex-1" />
        <Button
          variant="ghost"
          size="icon"
          aria-label={label}
          title={label}
          onClick={() => choose(dark ? "light" : "dark")}
        >
          {dark ? <Sun aria-hidden /> : <Moon aria-hidden />}
        </Button>
        <Button asChild variant="outline" size="sm">
          <a href={signedIn ? "/" : `/login?goto=${encodeURIComponent(path)}`}>
            {signedIn ? "Open Muster" : "Sign in"}
          </a>
        </Button>
      </header>
      <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        {children}
      </main>
    </div>
  );
}
