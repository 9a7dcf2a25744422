export interface StoredValue {
  get(): string | null;
  /** null removes it. */
  set(value: string | null): void;
  /** Calls back when the value changes, in this tab or in another. */
  subscribe(listener: () => void): () => void;
}

/** An entry of local storage that components can subscribe to. Always null on the server. */
export function storedValue(key: string): StoredValue {
  const listeners = new Set<() => void>();

  const get = () => {
    if (typeof window === "undefined") return null;
    try {
      return window.localStorage.getItem(key);
    } catch {
      // Storage is blocked: the value is not kept.
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
