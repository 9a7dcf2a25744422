import type { DatasourceValues } from "../setup/form";

/**
 * Between the page that began and the one that the service leads back to. By name and not by `opener`: pages of other
 * origins cut the two apart.
 */
export const openHandover = (): BroadcastChannel => new BroadcastChannel("muster-connect");

export interface Word {
  /** `came`: somebody is back with a code. `taken`: the page that began goes on with it. */
  type: "came" | "taken";
  state: string;
  code?: string;
}

/** What a page keeps in its tab when it is left for the service's. */
export interface Left {
  state: string;
  slug: string;
  /** Where it was. */
  back: string;
  /** What was typed but for the credentials, which the grant stands in the place of. */
  values: DatasourceValues;
  grant?: string;
}

const key = "muster-connect";

export function readLeft(): Left | null {
  try {
    return JSON.parse(window.sessionStorage.getItem(key) ?? "null") as Left | null;
  } catch {
    return null;
  }
}

/** False where the browser keeps nothing. */
export function writeLeft(left: Left | null): boolean {
  try {
    if (left) window.sessionStorage.setItem(key, JSON.stringify(left));
    else window.sessionStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

export const placeNow = (): string => {
  const { pathname, search, hash } = window.location;
  return `${pathname}${search}${hash}`;
};
