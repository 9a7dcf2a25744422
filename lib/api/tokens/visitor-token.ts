import { visitorTokenKey, visitorTokenStarts } from "@/lib/constants/ui";
import { type StoredValue, storedValue } from "@/lib/utils/browser/stored-value";
import { storedSession } from "./stored-session";

type VisitorToken = ReturnType<typeof createToken>;

const keyStart = `${visitorTokenKey}.`;

/** An entry in local storage. If storage is blocked, its value lives as long as the page. */
function createEntry(name: string): StoredValue {
  const stored = storedValue(`${keyStart}${name}`);
  const listeners = new Set<() => void>();
  let kept: string | null = null;
  return {
    get: () => stored.get() ?? kept,
    set(token) {
      kept = null;
      try {
        stored.set(token);
      } catch {
        kept = token;
        for (const listener of listeners) listener();
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      const end = stored.subscribe(listener);
      return () => {
        listeners.delete(listener);
        end();
      };
    },
  };
}

const entries = new Map<string, StoredValue>();

/** `name` is the part of the key after `visitorTokenKey`. */
function entry(name: string): StoredValue {
  const known = entries.get(name) ?? createEntry(name);
  entries.set(name, known);
  return known;
}

const isOfAccount = (token: string): boolean => token.startsWith(visitorTokenStarts.account);

/** Anonymous visits and those of the signed-in account have separate entries; one of them is in use. */
function createToken(shareId: string) {
  const anonymous = entry(shareId);
  const account = entry(`account.${shareId}`);
  const isSignedIn = () => storedSession.get() !== null;
  const current = () => (isSignedIn() ? account : anonymous);
  return {
    get: () => current().get(),
    /** Drops a token of the other kind: it was requested before signing in or out. */
    set(token: string): void {
      if (isOfAccount(token) === isSignedIn()) current().set(token);
    },
    subscribe(listener: () => void): () => void {
      const ends = [storedSession, anonymous, account].map((stored) => stored.subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    /** Removes this token, unless it has been replaced. */
    remove(token: string): void {
      for (const stored of [anonymous, account]) if (stored.get() === token) stored.set(null);
    },
  };
}

const made = new Map<string, VisitorToken>();

/**
 * The visitor token of this browser for a share link. While someone is signed in it is one of their account, or none;
 * an anonymous one is used again after signing out.
 */
export function visitorToken(shareId: string): VisitorToken {
  const token = made.get(shareId) ?? createToken(shareId);
  made.set(shareId, token);
  return token;
}

function storedNames(): string[] {
  try {
    const keys = Object.keys(window.localStorage);
    return keys.filter((key) => key.startsWith(keyStart)).map((key) => key.slice(keyStart.length));
  } catch {
    return [];
  }
}

/**
 * Removes the visitor tokens that end with an account's session, so that the next person at this browser cannot use
 * them.
 */
export function forgetAccountVisits(): void {
  for (const name of new Set([...entries.keys(), ...storedNames()])) {
    const token = entry(name);
    if (isOfAccount(token.get() ?? "")) token.set(null);
  }
}
