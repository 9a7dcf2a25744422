import { seeAsTabKey } from "@/lib/constants/ui";
import { readTab, writeTab } from "@/lib/utils/tab-storage";

/** The member with whose eyes this tab sees a team. */
export interface SeenAs {
  slug: string;
  memberId: string;
}

const listeners = new Set<() => void>();
/** As one text, `slug memberId`; undefined until it is first asked for. */
let value: string | null | undefined;

/** An address with `?memberId=` begins the view for as long as the tab lives, or until it is left. */
function first(): string | null {
  const { pathname, searchParams } = new URL(window.location.href);
  const memberId = searchParams.get("memberId");
  const slug = searchParams.get("resourceSlug") ?? pathname.split("/")[1];
  return memberId && slug ? `${slug} ${memberId}` : readTab(seeAsTabKey);
}

function set(next: string | null): void {
  writeTab(seeAsTabKey, next);
  if (value === next) return;
  value = next;
  for (const listener of listeners) listener();
}

function get(): string | null {
  if (typeof window === "undefined") return null;
  if (value === undefined) {
    value = first();
    writeTab(seeAsTabKey, value);
  }
  return value;
}

export function parseSeenAs(text: string | null | undefined): SeenAs | null {
  const [slug, memberId] = text?.split(" ") ?? [];
  return slug && memberId ? { slug, memberId } : null;
}

export const seeAs = {
  get,
  now: (): SeenAs | null => parseSeenAs(get()),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  leave(): void {
    const url = new URL(window.location.href);
    if (url.searchParams.has("memberId")) {
      url.searchParams.delete("memberId");
      window.history.replaceState(null, "", url);
    }
    set(null);
  },
};

/** Where the view begins; the page is loaded anew, so that nothing of one's own stays on it. */
export const seeAsPath = ({ slug, memberId }: SeenAs): string => `/${slug}/apps?memberId=${memberId}`;
