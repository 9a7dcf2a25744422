"use client";

import { Banner } from "@/components/shared/status/banner";
import type { Session } from "@/lib/contract/sessions/schemas";
import { useNewSession } from "./use-new-session";

/** That the session keeps using revisions that are no longer applied, and a way to one that uses those that are. */
export function EarlierRevisions({ slug, session }: { slug: string; session: Session }) {
  const newSession = useNewSession(slug, session);
  const { earlierRevisions = [] } = session;
  if (earlierRevisions.length === 0) return null;
  return (
    <div className="mx-auto w-full max-w-chat px-4 pt-3">
      <Banner action={newSession && { label: "New session", onSelect: newSession.start }}>
        {earlierRevisions.map(({ _id, name, revision, applied }) => (
          <p key={_id}>
            This session uses revision {revision} of {name}. Revision {applied} is applied.
          </p>
        ))}
      </Banner>
    </div>
  );
}
