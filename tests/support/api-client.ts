import { type ClientParts, createClient } from "@/lib/api/calls/client";

export interface Seen {
  stored: string | null;
  navigated: string[];
  /** "start" and "done" of the progress bar. */
  bar: string[];
}

interface Setting {
  base: string;
  page?: string;
  token?: string;
  begin?: ClientParts["begin"];
  viewAs?: ReturnType<NonNullable<ClientParts["viewAs"]>>;
}

/** The real client over a real server, with the browser's parts replaced by records of what it did. */
export function clientFor({ base, page = "/team-1/apps", token, begin, viewAs }: Setting) {
  const seen: Seen = { stored: token ?? null, navigated: [], bar: [] };
  const client = createClient({
    fetch: (path, init) => globalThis.fetch(new URL(path, base), init),
    token: {
      get: () => seen.stored,
      set: (value) => {
        seen.stored = value;
      },
      remove: (value) => {
        if (seen.stored === value) seen.stored = null;
      },
    },
    viewAs: () => viewAs ?? null,
    page: () => page,
    navigate: (path) => seen.navigated.push(path),
    progress: { start: () => seen.bar.push("start"), done: () => seen.bar.push("done") },
    ...(begin && { begin }),
  });
  return { ...client, seen };
}
