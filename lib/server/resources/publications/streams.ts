import type { SessionEvent } from "@/lib/contract/session-events/events";
import { countStreams, registerStream } from "../../access/broadcast/open-streams";
import { accountRoom, publicationRoom, publishedAppRoom, tokenRoom } from "../../access/broadcast/rooms";
import { followAsWatcher } from "../../engine/runs/log/watchers";
import { openDatabase } from "../../platform/db/client";
import { isTransient } from "../../platform/db/connection/is-transient";
import { env } from "../../platform/env/env";
import { AppError } from "../../platform/errors/errors";
import { type PublicationCaller, requireStillAdmitted } from "./service";

interface OpenedStream {
  /** Aborted when the key is revoked or expires, or the publication is changed, turned off or deleted, on any process. */
  signal: AbortSignal;
  /** Ends the subscription. Call it when the response has ended. */
  close: () => void;
}

/**
 * Follows the events of a publication's session from `after`: logged ones, then the text of messages being generated, then live
 * ones. Throws 429 when the team has too many streams open.
 */
export function followSessionOf(
  caller: PublicationCaller,
  sessionId: string,
  after: number,
  listener: (event: SessionEvent) => void,
): OpenedStream {
  const { publication, key, grant } = caller;
  if (countStreams(publication.teamId) >= env().TEAM_MAX_STREAMS)
    throw new AppError("rate_limited", "Too many streams are open for this team.", { retryAfter: 30 });
  const ending = new AbortController();
  const end = () => ending.abort(new AppError("unauthorized", "The publication no longer allows this."));
  const check = () =>
    void openDatabase()
      .then(({ db }) => requireStillAdmitted(db, caller))
      .catch((error: unknown) => isTransient(error) || end());
  const { id, teamId, appId } = publication;
  const own = [
    ...(key ? [tokenRoom(key.id)] : []),
    ...(grant ? [tokenRoom(grant.id), accountRoom(grant.accountId)] : []),
  ];
  const rooms = [teamId, publicationRoom(id), publishedAppRoom(appId), ...own];
  const forget = registerStream({ rooms, sessionId, send: () => {}, end, check });
  const unfollow = followAsWatcher(null, sessionId, after, (event) => {
    if (!ending.signal.aborted) listener(event);
  });
  const close = () => {
    forget();
    unfollow();
  };
  ending.signal.addEventListener("abort", close, { once: true });
  return { signal: ending.signal, close };
}
