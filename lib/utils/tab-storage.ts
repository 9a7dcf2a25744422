/** An entry of session storage: it lives as long as the tab. Null where the browser blocks storage. */
export function readTab(key: string): string | null {
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** null forgets it. Where storage is blocked or full, nothing is kept. */
export function writeTab(key: string, value: string | null): void {
  try {
    if (value === null) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, value);
  } catch {
    // A convenience that is missing is no reason to fail.
  }
}
