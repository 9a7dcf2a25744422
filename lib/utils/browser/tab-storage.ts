/** Reads session storage, which lives as long as the tab. Null if the browser blocks storage. */
export function readTab(key: string): string | null {
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** null removes it. Does nothing if storage is blocked or full. */
export function writeTab(key: string, value: string | null): void {
  try {
    if (value === null) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, value);
  } catch {
    // A convenience: a failure is ignored.
  }
}
