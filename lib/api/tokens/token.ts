import { storedSession as stored } from "./stored-session";
import { forgetAccountVisits } from "./visitor-token";

/** Signing in or out removes the visitor tokens of the previous account from this browser. */
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

  /** Removes this token, unless it has been replaced. */
  remove(token: string): void {
    if (stored.get() === token) set(null);
  },
};
