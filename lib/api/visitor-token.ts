import { visitorTokenKey, visitorTokenStarts } from "@/lib/constants/ui";
import { type StoredValue, storedValue } from "@/lib/utils/stored-value";
import { storedSession } from "./stored-session";

type VisitorToken = ReturnType<typeof makeToken>;

const keyStart = `${visitorTokenKey}.`;

/** One entry of local storage. Where storage is blocked its value lives as long as the page. */
function makeEntry(name: string): StoredValue {
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

/** By the part of the key after `visitorTokenKey`. */
function entry(name: string): StoredValue {
  const known = entries.get(name) ?? makeEntry(name);
  entries.set(name, known);
  return known;
}

const isOfAccount = (token: string): boolean => token.startsWith(visitorTokenStarts.account);

/** An anonymous visit and those of the account that is signed in have an entry each. Only one of the two is in use. */
function makeToken(shareId: string) {
  const anonymous = entry(shareId);
  const account = entry(`account.${shareId}`);
  const isSignedIn = () => storedSession.get() !== null;
  const current = () => (isSignedIn() ? account : anonymous);
  return {
    get: () => current().get(),
    /** A token of the other kind is not kept: it was asked for before somebody signed in or out, or their session has ended. */
    set(token: string): void {
      if (isOfAccount(token) === isSignedIn()) current().set(token);
    },
    subscribe(listener: () => void): () => void {
      const ends = [storedSession, anonymous, account].map((stored) => stored.subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    /** Forgets this token; a newer one stays. */
    remove(token: string): void {
      for (const stored of [anonymous, account]) if (stored.get() === token) stored.set(null);
    },
  };
}

const made = new Map<string, VisitorToken>();

/**
 * What this browser is known by to one share link. While somebody is signed in that is a token of their account, or none: an
 * anonymous one counts again once they have signed out.
 */
export function visitorToken(shareId: string): VisitorToken {
  const token = made.get(shareId) ?? makeToken(shareId);
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

/** Forgets the tokens that end with an account's session: they are not for the next person at this browser. */
export function forgetAccountVisits(): void {
  for (const name of new Set([...entries.keys(), ...storedNames()])) {
    const token = entry(name);
    if (isOfAccount(token.get() ?? "")) token.set(null);
  }
}
