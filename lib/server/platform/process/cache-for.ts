import { singleton } from "./registry";

const freshMs = 1_000;

interface CachedValue<T> {
  at: number;
  value: Promise<T>;
}

/** Caches a value, for a second by default, unless `refresh` is true. Stored in the registry by name. */
export function cacheFor<T>(name: string, load: () => Promise<T>, ms = freshMs): (refresh?: boolean) => Promise<T> {
  return (refresh = false) => {
    const state = singleton<{ last?: CachedValue<T> }>(name, () => ({}));
    if (refresh || !state.last || performance.now() - state.last.at >= ms)
      state.last = { at: performance.now(), value: load() };
    return state.last.value;
  };
}
