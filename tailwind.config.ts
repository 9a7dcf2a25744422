import type { Config } from "tailwindcss";
import { sidebarWidth, sidebarWidthIcon, sidebarWidthMobile } from "./lib/constants/ui";

/*
 * The names that screens are written with. Values live in styles/globals.css; Tailwind's own colours, text sizes, radii
 * and shadows do not exist here.
 *
 * Grounds   bg-canvas (page) · bg-surface (cards) · bg-raised (what floats) · bg-sunken (wells, code) · bg-hover · bg-scrim
 * Text      text-default · text-muted · text-faint · text-accent · text-accent-contrast (on any filled control)
 * Lines     border (quiet, the default colour) · border-strong (3:1: edges of controls) · border-accent-border
 * Accent    bg-accent · bg-accent-tint
 * Tones     success, warning, danger, info: text-danger · border-danger-border · bg-danger-tint · bg-danger (filled)
 * Sizes     text-label 12/16 · text-secondary 13/18 · text-body 14/20 · text-section 16/24 · text-title 20/28 · text-display 28/36
 * Weights   font-normal · font-medium · font-semibold; font-sans · font-mono; tabular-nums for figures
 * Shape     rounded-control 6 · rounded-card 8 · rounded-mark 4 · rounded-full; shadow-float
 * Widths    max-w-list 1200 · max-w-form 720 · max-w-chat 760 · max-w-reading 72ch · max-w-dialog 480 · max-w-bare 400
 * Heights   controls h-9, small h-8, large h-10; table rows h-11; sidebar items h-8
 * Motion    transition-* takes 150 ms ease-out; animate-fade-in, -fade-out, -rise-in, -slide-in-left …
 */
const tone = (name: string) => ({
  DEFAULT: `var(--${name})`,
  border: `var(--${name}-border)`,
  tint: `var(--${name}-tint)`,
});

const system = "ui-sans-serif, system-ui, sans-serif";
const systemMono = "ui-monospace, SFMono-Regular, Menlo, monospace";

const config: Config = {
  darkMode: "selector",
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      inherit: "inherit",
      canvas: "var(--canvas)",
      surface: "var(--surface)",
      raised: "var(--raised)",
      sunken: "var(--sunken)",
      border: { DEFAULT: "var(--border)", strong: "var(--border-strong)" },
      default: "var(--text)",
      muted: "var(--text-muted)",
      faint: "var(--text-faint)",
      accent: { ...tone("accent"), contrast: "var(--accent-contrast)" },
      success: tone("success"),
      warning: tone("warning"),
      danger: tone("danger"),
      info: tone("info"),
      code: { ground: "var(--code-ground)", ink: "var(--code-ink)" },
      hover: "var(--hover)",
      scrim: "var(--scrim)",
    },
    fontFamily: {
      sans: `var(--font-geist-sans), ${system}`,
      mono: `var(--font-geist-mono), ${systemMono}`,
    },
    fontSize: {
      label: ["0.75rem", { lineHeight: "1rem" }],
      secondary: ["0.8125rem", { lineHeight: "1.125rem" }],
      body: ["0.875rem", { lineHeight: "1.25rem" }],
      section: ["1rem", { lineHeight: "1.5rem" }],
      title: ["1.25rem", { lineHeight: "1.75rem" }],
      display: ["1.75rem", { lineHeight: "2.25rem" }],
    },
    fontWeight: { normal: "400", medium: "500", semibold: "600" },
    borderRadius: { none: "0", mark: "0.25rem", control: "0.375rem", card: "0.5rem", full: "9999px" },
    boxShadow: { none: "none", float: "var(--shadow)" },
    extend: {
      borderColor: { strong: "var(--border-strong)" },
      width: { sidebar: sidebarWidth, "sidebar-icons": sidebarWidthIcon, "sidebar-sheet": sidebarWidthMobile },
      maxWidth: {
        list: "75rem",
        form: "45rem",
        chat: "47.5rem",
        reading: "72ch",
        dialog: "30rem",
        bare: "25rem",
      },
      transitionDuration: { DEFAULT: "150ms" },
      transitionTimingFunction: { DEFAULT: "ease-out" },
      keyframes: {
        "fade-in": { from: { opacity: "0" } },
        "fade-out": { to: { opacity: "0" } },
        "rise-in": { from: { opacity: "0", transform: "translateY(4px)" } },
        "slide-in-left": { from: { opacity: "0", transform: "translateX(-16px)" } },
        "slide-out-left": { to: { opacity: "0", transform: "translateX(-16px)" } },
        "slide-in-right": { from: { opacity: "0", transform: "translateX(16px)" } },
        "slide-out-right": { to: { opacity: "0", transform: "translateX(16px)" } },
        sweep: { from: { transform: "translateX(-100%)" }, to: { transform: "translateX(400%)" } },
      },
      animation: {
        "fade-in": "fade-in 150ms ease-out",
        "fade-out": "fade-out 120ms ease-out forwards",
        "rise-in": "rise-in 150ms ease-out",
        "slide-in-left": "slide-in-left 180ms ease-out",
        "slide-out-left": "slide-out-left 150ms ease-out forwards",
        "slide-in-right": "slide-in-right 180ms ease-out",
        "slide-out-right": "slide-out-right 150ms ease-out forwards",
        sweep: "sweep 1.2s ease-in-out infinite",
      },
    },
  },
};

export default config;
