import { type ClassValue, clsx } from "clsx";
import { createTailwindMerge } from "tailwind-merge";
import { buildClassConfig } from "./class-groups";

const merge = createTailwindMerge(buildClassConfig);

/** Joins class names. Of two classes for the same property, the later wins. */
export const cn = (...values: ClassValue[]): string => merge(clsx(values));
