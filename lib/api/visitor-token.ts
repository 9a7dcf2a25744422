import { visitorTokenKey, visitorTokenStarts } from "@/lib/constants/ui";
import { storedValue } from "@/lib/utils/stored-value";

type VisitorToken = ReturnType<typeof make>;

const keyStart = `${visitorTokenKey}.`;

/** Where storage is blocked the token lives as long as the page. */
function make(shareId: string) {
  const stored = storedValue(`${keyStart}${shareId}`);
  const listeners = new Set<() => void>();
  let kept: string | null = null;
  return {
    get: (): string | null => stored.get() ?? kept,
    set(token: string | null): void {
      kept = null;
      try {
        stored.set(token);
      } catch {
        kept = token;
        for (const listener of listeners) listener();
      }
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      const end = stored.subscribe(listener);
      return () => {
        listeners.delete(listener);
        end();
      };
    },
    /** Forgets this token; a newer one stays. */
    remove(token: string): void {
      if ((stored.get() ?? kept) === token) this.set(null);
    },
  };
}

const made = new Map<string, VisitorToken>();

/** What this browser is known by to one share link. */
export function visitorToken(shareId: string): VisitorToken {
  const token = made.get(shareId) ?? make(shareId);
  made.set(shareId, token);
  return token;
}

function storedShareIds(): string[] {
  try {
    const keys = Object.keys(window.localStorage);
    return keys.filter((key) => key.startsWith(keyStart)).map((key) => key.slice(keyStart.length));
  } catch {
    return [];
  }
}

/**
 * Forgets the tokens that end with an account's session: they are not for the next person at this browser. Those of nobody in
 * particular stay, whoever signs in or out beside them.
 */
export function forgetAccountVisits(): void {
  for (const shareId of new Set([...made.keys(), ...storedShareIds()])) {
    const token = visitorToken(shareId);
    if (token.get()?.startsWith(visitorTokenStarts.account)) token.set(null);
  }
}
