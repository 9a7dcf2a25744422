export interface StoredValue {
  get(): string | null;
  /** null forgets it. */
  set(value: string | null): void;
  /** Calls back when the value changes, in this tab or in another. */
  subscribe(listener: () => void): () => void;
}

/** One entry of local storage that components can follow. On the server it is always null. */
export function storedValue(key: string): StoredValue {
  const listeners = new Set<() => void>();

  const get = () => {
    if (typeof window === "undefined") return null;
    try {
      return window.localStorage.getItem(key);
    } catch {
      // Blocked storage: the value lives as long as nobody asks again.
      return null;
    }
  };

  return {
    get,
    set(value) {
      if (get() === value) return;
      if (value === null) window.localStorage.removeItem(key);
      else window.localStorage.setItem(key, value);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener();
      };
      listeners.add(listener);
      window.addEventListener("storage", onStorage);
      return () => {
        listeners.delete(listener);
        window.removeEventListener("storage", onStorage);
      };
    },
  };
}
