import { singleton } from "./registry";

const freshMs = 1_000;

interface CachedValue<T> {
  at: number;
  value: Promise<T>;
}

/** Computes at most once a second, unless `anew`. Stored in the registry by name. */
export function cacheFor<T>(name: string, load: () => Promise<T>): (refresh?: boolean) => Promise<T> {
  return (refresh = false) => {
    const state = singleton<{ last?: CachedValue<T> }>(name, () => ({}));
    if (refresh || !state.last || performance.now() - state.last.at >= freshMs)
      state.last = { at: performance.now(), value: load() };
    return state.last.value;
  };
}
