import { visitorTokenKey, visitorTokenStarts } from "@/lib/constants/ui";
import { type StoredValue, storedValue } from "@/lib/utils/browser/stored-value";
import { isEmbedPath } from "@/lib/utils/paths/page-kind";
import { storedSession } from "./stored-session";

type VisitorToken = ReturnType<typeof createToken>;

const keyPrefix = `${visitorTokenKey}.`;

/** An entry in local storage. If storage is blocked, its value lives as long as the page. */
function createEntry(name: string): StoredValue {
  const stored = storedValue(`${keyPrefix}${name}`);
  const listeners = new Set<() => void>();
  let fallback: string | null = null;
  return {
    get: () => stored.get() ?? fallback,
    set(token) {
      fallback = null;
      try {
        stored.set(token);
      } catch {
        fallback = token;
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
  const stored = entries.get(name) ?? createEntry(name);
  entries.set(name, stored);
  return stored;
}

const isAccountToken = (token: string): boolean => token.startsWith(visitorTokenStarts.account);

/** Anonymous visits and those of the signed-in account have separate entries; one of them is in use. */
function createToken(shareId: string) {
  const anonymous = entry(shareId);
  const account = entry(`account.${shareId}`);
  // A website's visitors are not known by their account.
  const isSignedIn = () => !isEmbedPath(window.location.pathname) && storedSession.get() !== null;
  const current = () => (isSignedIn() ? account : anonymous);
  return {
    get: () => current().get(),
    /** Drops a token of the other kind: it was requested before signing in or out. */
    set(token: string): void {
      if (isAccountToken(token) === isSignedIn()) current().set(token);
    },
    subscribe(listener: () => void): () => void {
      const unsubscribes = [storedSession, anonymous, account].map((stored) => stored.subscribe(listener));
      return () => {
        for (const end of unsubscribes) end();
      };
    },
    /** Removes this token, unless it has been replaced. */
    remove(token: string): void {
      for (const stored of [anonymous, account]) if (stored.get() === token) stored.set(null);
    },
  };
}

const tokens = new Map<string, VisitorToken>();

/**
 * Returns this browser's visitor token for a share link. While an account is signed in, it is the account's or none; the
 * anonymous one is used again after signing out.
 */
export function visitorToken(shareId: string): VisitorToken {
  const token = tokens.get(shareId) ?? createToken(shareId);
  tokens.set(shareId, token);
  return token;
}

function listStoredNames(): string[] {
  try {
    const keys = Object.keys(window.localStorage);
    return keys.filter((key) => key.startsWith(keyPrefix)).map((key) => key.slice(keyPrefix.length));
  } catch {
    return [];
  }
}

/**
 * Removes the visitor tokens that end with an account's session, so that the next person at this browser cannot use
 * them.
 */
export function forgetAccountVisits(): void {
  for (const name of new Set([...entries.keys(), ...listStoredNames()])) {
    const token = entry(name);
    if (isAccountToken(token.get() ?? "")) token.set(null);
  }
}
