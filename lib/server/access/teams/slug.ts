import { isReservedSlug } from "@/lib/constants/reserved-slugs";
import { trimMatching } from "@/lib/utils/text/trim-characters";
import { randomText } from "../../platform/ids/ids";

/** Creates a team's permanent id from its name plus six random characters, e.g. `research-7f3k2q`. */
export function createTeamSlug(name: string): string {
  const dashed = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  const plain = trimMatching(dashed, /-/).slice(0, 40);
  const slug = `${plain || "team"}-${randomText(6)}`;
  return isReservedSlug(slug) ? `team-${randomText(6)}` : slug;
}
