import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

/** The names of tailwind.config.ts that tailwind-merge cannot guess. */
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ["label", "secondary", "body", "section", "title", "display"],
      radius: ["mark", "control", "card"],
      shadow: ["float"],
      container: ["list", "form", "chat", "reading", "dialog", "bare"],
    },
  },
});

/** Joins class names; of two that set the same thing the later wins. */
export const cn = (...values: ClassValue[]): string => merge(clsx(values));
