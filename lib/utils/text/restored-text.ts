import { capitalize } from "./capitalize";
import { kindLabel } from "./kind-label";

interface Restored {
  type: string;
  missing: readonly { type: string; name: string | null }[];
}

const maxNamed = 5;

/** Describes a restored item, and what it no longer refers to because that was deleted. */
export function describeRestored({ type, missing }: Restored): string {
  const done = `${capitalize(kindLabel(type))} restored.`;
  if (missing.length === 0) return done;
  const named = missing
    .slice(0, maxNamed)
    .map(({ type: kind, name }) => (name === null ? `one ${kindLabel(kind)}` : `the ${kindLabel(kind)} “${name}”`));
  const more = missing.length - named.length;
  const list = new Intl.ListFormat("en").format(more > 0 ? [...named, `${more} more`] : named);
  return `${done} It no longer uses ${list}, which ${missing.length === 1 ? "was" : "were"} deleted.`;
}
