type Props = Record<string, unknown>;

/** Passes props between distant components without rendering those in between. */
export function createRelay() {
  const listeners = new Set<() => void>();
  let props: Props = {};
  return {
    get: () => props,
    set(next: Props): void {
      const names = Object.keys({ ...props, ...next });
      if (names.every((name) => props[name] === next[name])) return;
      props = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
export type Relay = ReturnType<typeof createRelay>;
