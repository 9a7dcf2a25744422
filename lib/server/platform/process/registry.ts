const store = globalThis as Record<symbol, unknown>;

/**
 * Process-wide singletons. Next bundles the startup hook and the routes separately, so modules can exist twice; values in this
 * registry exist once.
 */
export function singleton<T>(name: string, create: () => T): T {
  const key = Symbol.for(`muster.${name}`);
  if (!(key in store)) store[key] = create();
  return store[key] as T;
}

/** Registers a started resource (pool, socket server, queue); undefined removes it. */
export function provide<T>(name: string, value: T | undefined): void {
  const key = Symbol.for(`muster.${name}`);
  if (value === undefined) delete store[key];
  else store[key] = value;
}

/** Returns the registered resource, or undefined before start and after close. */
export function getProvided<T>(name: string): T | undefined {
  return store[Symbol.for(`muster.${name}`)] as T | undefined;
}
