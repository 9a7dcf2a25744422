"use client";

import { useAction } from "@/hooks/api/use-action";
import { sessions } from "@/lib/contract/sessions/calls";
import type { Session } from "@/lib/contract/sessions/schemas";

/** Starts another session of the same app; undefined if the app was deleted. */
export function useNewSession(slug: string, { appId, app }: Session) {
  const add = useAction(sessions.add);
  if (!appId || !app?.exists) return undefined;
  return {
    pending: add.pending,
    start: () => void add.run({ params: { resourceSlug: slug }, body: { id: appId } }),
  };
}
