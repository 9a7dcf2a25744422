import { storedValue } from "@/lib/utils/browser/stored-value";

const kept = 8;

const storedIds = (teamId: string) => storedValue(`recent.${teamId}`);

/** The ids of the items opened last in this browser, newest first. */
export const listRecent = (teamId: string): string[] => storedIds(teamId).get()?.split(",") ?? [];

export function rememberItem(teamId: string, id: string): void {
  const others = listRecent(teamId).filter((one) => one !== id);
  storedIds(teamId).set([id, ...others].slice(0, kept).join(","));
}
