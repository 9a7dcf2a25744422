import { tokenKey } from "@/lib/constants/ui";
import { storedValue } from "@/lib/utils/stored-value";
import { forgetAccountVisits } from "./visitor-token";

const stored = storedValue(tokenKey);

/** Whoever signs out or in leaves no token of their own visits behind for the next person at this browser. */
function set(token: string | null): void {
  if (stored.get() !== token) forgetAccountVisits();
  stored.set(token);
}

/** The session token of this browser. */
export const sessionToken = {
  get: stored.get,
  set,
  subscribe: stored.subscribe,

  /** Forgets this token; a newer one stays. */
  remove(token: string): void {
    if (stored.get() === token) set(null);
  },
};
