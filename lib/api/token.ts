import { tokenKey } from "@/lib/constants/ui";
import { storedValue } from "@/lib/utils/stored-value";

const stored = storedValue(tokenKey);

/** The session token of this browser. */
export const sessionToken = {
  get: stored.get,
  set: stored.set,
  subscribe: stored.subscribe,

  /** Forgets this token; a newer one stays. */
  remove(token: string): void {
    if (stored.get() === token) stored.set(null);
  },
};
