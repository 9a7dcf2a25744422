import { singleton } from "./registry";

const freshMs = 1_000;

interface Look<T> {
  at: number;
  found: Promise<T>;
}

/** However many ask: one look a second, or one `anew`. Kept in the registry under its name. */
export function lookSeldom<T>(name: string, look: () => Promise<T>): (anew?: boolean) => Promise<T> {
  return (anew = false) => {
    const state = singleton<{ last?: Look<T> }>(name, () => ({}));
    if (anew || !state.last || performance.now() - state.last.at >= freshMs)
      state.last = { at: performance.now(), found: look() };
    return state.last.found;
  };
}
