"use client";

import Cookies from "js-cookie";
import { createContext, type ReactNode, useContext, useState } from "react";
import { useMedia, windowSize } from "@/hooks/page/use-media";
import { useShortcut } from "@/hooks/page/use-shortcut";
import { sidebarCookie, sidebarCookieSeconds, sidebarKey } from "@/lib/constants/ui";

interface SidebarState {
  /** False: icons only. */
  open: boolean;
  /** On a phone the sidebar is a sheet, closed at first. */
  sheetOpen: boolean;
  setSheetOpen(open: boolean): void;
  toggle(): void;
}

const SidebarContext = createContext<SidebarState | null>(null);
const secondsOfDay = 86_400;

/** `startOpen` comes from the cookie, so that the first paint is right. */
export function SidebarProvider({ startOpen, children }: { startOpen: boolean; children: ReactNode }) {
  const { mobile } = useMedia();
  const [open, setOpen] = useState(startOpen);
  const [sheetOpen, setSheetOpen] = useState(false);

  const toggle = (): void => {
    if (windowSize() === "mobile") setSheetOpen(!sheetOpen);
    else {
      setOpen(!open);
      const expires = sidebarCookieSeconds / secondsOfDay;
      Cookies.set(sidebarCookie, String(!open), { expires, sameSite: "lax", path: "/" });
    }
  };
  useShortcut(`mod+${sidebarKey}`, toggle);
  return (
    <SidebarContext value={{ open, sheetOpen: mobile && sheetOpen, setSheetOpen, toggle }}>{children}</SidebarContext>
  );
}

export function useSidebar(): SidebarState {
  const state = useContext(SidebarContext);
  if (!state) throw new Error("useSidebar needs a SidebarProvider above it");
  return state;
}
