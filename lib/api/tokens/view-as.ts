import { viewAsTabKey } from "@/lib/constants/ui";
import { readTab, writeTab } from "@/lib/utils/browser/tab-storage";

/** The member whose view of a team this tab shows. */
export interface ViewAs {
  slug: string;
  memberId: string;
}

const listeners = new Set<() => void>();
/** Stored as `slug memberId`; undefined before the first read. */
let value: string | null | undefined;

/** A URL with `?memberId=` starts the view, until the tab is closed or the view is ended. */
function readInitial(): string | null {
  const { pathname, searchParams } = new URL(window.location.href);
  const memberId = searchParams.get("memberId");
  const slug = searchParams.get("resourceSlug") ?? pathname.split("/")[1];
  return memberId && slug ? `${slug} ${memberId}` : readTab(viewAsTabKey);
}

function set(next: string | null): void {
  writeTab(viewAsTabKey, next);
  if (value === next) return;
  value = next;
  for (const listener of listeners) listener();
}

function get(): string | null {
  if (typeof window === "undefined") return null;
  if (value === undefined) {
    value = readInitial();
    writeTab(viewAsTabKey, value);
  }
  return value;
}

export function parseViewAs(text: string | null | undefined): ViewAs | null {
  const [slug, memberId] = text?.split(" ") ?? [];
  return slug && memberId ? { slug, memberId } : null;
}

export const viewAs = {
  get,
  now: (): ViewAs | null => parseViewAs(get()),
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

/** Returns the URL that starts the view; load it as a full page, so that none of the account's own data stays. */
export const viewAsPath = ({ slug, memberId }: ViewAs): string => `/${slug}/apps?memberId=${memberId}`;
