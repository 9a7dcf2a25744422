import type { DatasourceValues } from "../setup/form";

/**
 * Channel between the page that started the sign-in and the one that the service redirects to. A named channel, since
 * pages of other origins can sever `opener`.
 */
export const openHandoverChannel = (): BroadcastChannel => new BroadcastChannel("muster-connect");

export interface HandoverMessage {
  /** `came`: the redirect page has a code. `taken`: the page that started the sign-in has received it. */
  type: "came" | "taken";
  state: string;
  code?: string;
}

/** State kept in session storage while the tab is at the service's page. */
interface StoredHandover {
  state: string;
  slug: string;
  /** The path to return to. */
  back: string;
  /** The form's values without the credentials; the grant replaces those. */
  values: DatasourceValues;
  grant?: string;
}

const key = "muster-connect";

export function readHandover(): StoredHandover | null {
  try {
    return JSON.parse(window.sessionStorage.getItem(key) ?? "null") as StoredHandover | null;
  } catch {
    return null;
  }
}

/** Returns false if the browser blocks storage. */
export function writeHandover(handover: StoredHandover | null): boolean {
  try {
    if (handover) window.sessionStorage.setItem(key, JSON.stringify(handover));
    else window.sessionStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

export const currentAddress = (): string => {
  const { pathname, search, hash } = window.location;
  return `${pathname}${search}${hash}`;
};
