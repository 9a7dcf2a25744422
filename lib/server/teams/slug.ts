import { isReservedSlug } from "@/lib/constants/reserved-slugs";
import { randomText } from "../db/ids";

/** A team's id, made once from its name plus six random characters, e.g. `research-7f3k2q`. */
export function teamSlug(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);
  const slug = `${plain || "team"}-${randomText(6)}`;
  return isReservedSlug(slug) ? `team-${randomText(6)}` : slug;
}
