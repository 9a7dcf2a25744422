import { storedSession as stored } from "./stored-session";
import { forgetAccountVisits } from "./visitor-token";

/** Whoever signs out or in leaves no token of their own visits behind for the next person at this browser. */
function set(token: string | null): void {
  const changes = stored.get() !== token;
  stored.set(token);
  if (changes) forgetAccountVisits();
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
