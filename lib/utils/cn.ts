import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

/** Names of tailwind.config.ts that tailwind-merge does not know. */
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

/** Joins class names. Of two classes for the same property, the later wins. */
export const cn = (...values: ClassValue[]): string => merge(clsx(values));
