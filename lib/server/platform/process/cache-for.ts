import { singleton } from "./registry";

const freshMs = 1_000;

interface CachedValue<T> {
  at: number;
  found: Promise<T>;
}

/** Computes at most once a second, unless `anew`. Stored in the registry by name. */
export function cacheFor<T>(name: string, look: () => Promise<T>): (anew?: boolean) => Promise<T> {
  return (anew = false) => {
    const state = singleton<{ last?: CachedValue<T> }>(name, () => ({}));
    if (anew || !state.last || performance.now() - state.last.at >= freshMs)
      state.last = { at: performance.now(), found: look() };
    return state.last.found;
  };
}
