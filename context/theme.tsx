"use client";

import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from "react";
import { useStoredValue } from "@/hooks/page/use-stored-value";
import { themeKey, useSystemThemeKey } from "@/lib/constants/ui";
import { readEmbedTheme } from "@/lib/utils/browser/embed-theme";
import { storedValue } from "@/lib/utils/browser/stored-value";

type Theme = "light" | "dark";
export type ThemeChoice = Theme | "system";

interface ThemeState {
  theme: Theme;
  choice: ThemeChoice;
  choose(choice: ThemeChoice): void;
}

const storedTheme = storedValue(themeKey);
const storedSystem = storedValue(useSystemThemeKey);
const prefersDark = "(prefers-color-scheme: dark)";

function subscribeSystem(listener: () => void): () => void {
  const query = window.matchMedia(prefersDark);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

const noSubscription = () => () => {};

const ThemeContext = createContext<ThemeState | null>(null);

/** Light (the default), dark, or the system's preference. An explicit choice overrides the system's. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const stored = useStoredValue(storedTheme);
  const system = useStoredValue(storedSystem) === "true";
  const systemDark = useSyncExternalStore(
    subscribeSystem,
    () => window.matchMedia(prefersDark).matches,
    () => false,
  );
  const embedded = useSyncExternalStore(noSubscription, readEmbedTheme, () => null);
  const followsSystem = embedded ? embedded === "auto" : system;
  const theme: Theme = (followsSystem ? systemDark : (embedded ?? stored) === "dark") ? "dark" : "light";

  // Until storage is read, keep the class set by the script in the page's head.
  const isLoaded = stored !== undefined;
  useEffect(() => {
    if (isLoaded) document.documentElement.classList.toggle("dark", theme === "dark");
  }, [isLoaded, theme]);

  const choose = (choice: ThemeChoice): void => {
    storedSystem.set(choice === "system" ? "true" : "false");
    if (choice !== "system") storedTheme.set(choice);
  };
  return <ThemeContext value={{ theme, choice: system ? "system" : theme, choose }}>{children}</ThemeContext>;
}

export function useTheme(): ThemeState {
  const state = useContext(ThemeContext);
  if (!state) throw new Error("useTheme needs a ThemeProvider above it");
  return state;
}
