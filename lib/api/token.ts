import { tokenKey } from "@/lib/constants/ui";

const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/** The session token of this browser. */
export const sessionToken = {
  get: (): string | null => (typeof window === "undefined" ? null : window.localStorage.getItem(tokenKey)),

  set(token: string): void {
    if (sessionToken.get() === token) return;
    window.localStorage.setItem(tokenKey, token);
    notify();
  },

  /** Forgets this token; a newer one stays. */
  remove(token: string): void {
    if (sessionToken.get() !== token) return;
    window.localStorage.removeItem(tokenKey);
    notify();
  },

  /** Calls back when the token changes, in this tab or in another. */
  subscribe(listener: () => void): () => void {
    const onStorage = (event: StorageEvent) => {
      if (event.key === tokenKey || event.key === null) listener();
    };
    listeners.add(listener);
    window.addEventListener("storage", onStorage);
    return () => {
      listeners.delete(listener);
      window.removeEventListener("storage", onStorage);
    };
  },
};
