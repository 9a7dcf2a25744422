"use client";

import Cookies from "js-cookie";
import { createContext, type ReactNode, useContext, useState } from "react";
import { useMedia, windowSize } from "@/hooks/page/use-media";
import { useShortcut } from "@/hooks/page/use-shortcut";
import { sidebarCookie, sidebarCookieSeconds, sidebarKey } from "@/lib/constants/ui";

interface SidebarState {
  /** False: icons only. */
  open: boolean;
  /** Until someone toggles it, it is open where there is room. */
  automatic: boolean;
  /** On a phone the sidebar is a sheet, closed at first. */
  sheetOpen: boolean;
  setSheetOpen(open: boolean): void;
  toggle(): void;
}

const SidebarContext = createContext<SidebarState | null>(null);
const secondsOfDay = 86_400;

/** `startOpen` comes from the cookie, so that the first paint is right; without it the window's width decides. */
export function SidebarProvider({ startOpen, children }: { startOpen: boolean | undefined; children: ReactNode }) {
  const { mobile, desktop } = useMedia();
  const [chosen, setChosen] = useState(startOpen);
  const open = chosen ?? desktop;
  const [sheetOpen, setSheetOpen] = useState(false);

  const toggle = (): void => {
    if (windowSize() === "mobile") setSheetOpen(!sheetOpen);
    else {
      setChosen(!open);
      const expires = sidebarCookieSeconds / secondsOfDay;
      Cookies.set(sidebarCookie, String(!open), { expires, sameSite: "lax", path: "/" });
    }
  };
  useShortcut(`mod+${sidebarKey}`, toggle);
  return (
    <SidebarContext
      value={{ open, automatic: chosen === undefined, sheetOpen: mobile && sheetOpen, setSheetOpen, toggle }}
    >
      {children}
    </SidebarContext>
  );
}

export function useSidebar(): SidebarState {
  const state = useContext(SidebarContext);
  if (!state) throw new Error("useSidebar needs a SidebarProvider above it");
  return state;
}
