const store = globalThis as unknown as Record<symbol, unknown>;

/**
 * One instance per process of everything there must be one of. Next bundles the start-up hook and the routes apart,
 * so a module can exist twice; what is kept here exists once.
 */
export function singleton<T>(name: string, make: () => T): T {
  const key = Symbol.for(`muster.${name}`);
  if (!(key in store)) store[key] = make();
  return store[key] as T;
}

/** Puts a started resource (pool, socket server, queue) into the registry under its name; undefined removes it. */
export function provide<T>(name: string, value: T | undefined): void {
  const key = Symbol.for(`muster.${name}`);
  if (value === undefined) delete store[key];
  else store[key] = value;
}

/** What was provided under this name, or undefined before start and after close. */
export function provided<T>(name: string): T | undefined {
  return store[Symbol.for(`muster.${name}`)] as T | undefined;
}
