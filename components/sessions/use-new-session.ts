"use client";

import { useAction } from "@/hooks/use-action";
import { sessions } from "@/lib/contract/calls/sessions";
import type { Session } from "@/lib/contract/sessions";

/** Begins another session of the same app; undefined where the app is gone. */
export function useNewSession(slug: string, { appId, app }: Session) {
  const add = useAction(sessions.add);
  if (!appId || !app?.exists) return undefined;
  return {
    pending: add.pending,
    start: () => void add.run({ params: { resourceSlug: slug }, body: { id: appId } }),
  };
}
