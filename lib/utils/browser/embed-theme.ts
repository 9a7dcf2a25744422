import { isEmbedPath } from "../paths/page-kind";

/** The theme that a website chose for an embedded app; null on other pages. */
export function readEmbedTheme(): "light" | "dark" | "auto" | null {
  if (!isEmbedPath(window.location.pathname)) return null;
  const theme = new URLSearchParams(window.location.search).get("theme");
  return theme === "light" || theme === "dark" ? theme : "auto";
}
