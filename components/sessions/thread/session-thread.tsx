"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Button } from "@/components/ui/button";
import { countVersions } from "@/lib/session-log/count-versions";
import { findCitable, findSearchFor, type ThreadCitation } from "@/lib/session-log/searches";
import { buildThread } from "@/lib/session-log/thread";
import type { Conversation } from "../conversation/use-conversation";
import type { MessageActions } from "../message/message-view";
import { RequestAnnouncer } from "../requests/input-request-card";
import { AnswerAnnouncer } from "./answer-announcer";
import { ThreadEnd } from "./thread-end";
import { ThreadItemView } from "./thread-item";
import { hashTarget, useHashTarget } from "./use-hash-target";
import { isAtEnd, nearEnd, useStickToBottom } from "./use-stick-to-bottom";

const CitationSheet = lazyPart(async () => (await import("./citation-sheet")).CitationSheet);

interface ThreadProps {
  conversation: Conversation;
  /** Shown before the first message. */
  empty: ReactNode;
}

const estimatedHeight = 120;
const endKey = "end";

/** The conversation as a virtual list. It follows new text while its end is visible. */
export function SessionThread({ conversation, empty }: ThreadProps) {
  const { log, running, awaitsInput, pending, isProcess, hasApp, older, retry, edit, rate, answer, place } =
    conversation;
  const box = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const items = useMemo(() => buildThread(log), [log]);
  const citable = useMemo(() => findCitable(log.searches), [log.searches]);
  // Kept mounted once opened, so that the focus returns to the chip.
  const [cited, setCited] = useState<ThreadCitation | null>();
  const idle = !running && !awaitsInput && !isProcess;
  const actions: MessageActions = useMemo(
    () => ({ idle, hasApp, retry, edit, rate, answer, place, cite: setCited }),
    [idle, hasApp, retry, edit, rate, answer, place],
  );
  const rows = useVirtualizer({
    count: items.length + 1,
    getScrollElement: () => box.current,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => items[index]?.key ?? endKey,
    gap: 12,
    paddingStart: 24,
    paddingEnd: 24,
    overscan: 6,
    anchorTo: "end",
    followOnAppend: true,
    scrollEndThreshold: nearEnd,
  });
  const isRendered = items.length > 0 || running;
  const { jumpToEnd, release } = useStickToBottom(box, () => rows.scrollToEnd(), isRendered);
  useEffect(() => {
    if (isRendered && !hashTarget()) jumpToEnd();
  }, [isRendered, jumpToEnd]);
  const highlighted = useHashTarget(conversation, (id) => {
    const index = items.findIndex(({ key }) => key === id);
    if (index < 0) return false;
    release();
    rows.scrollToIndex(index, { align: "center" });
    return true;
  });
  // One's own message always scrolls into view.
  const pendingText = pending?.text;
  useEffect(() => {
    if (pendingText) jumpToEnd();
  }, [pendingText, jumpToEnd]);

  if (!isRendered)
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      <section tabIndex={0} aria-label="Messages" className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <div className="m-auto w-full max-w-chat px-4">{empty}</div>
      </section>
    );
  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label="Messages"
        className="h-full overflow-y-auto [overflow-anchor:none]"
        onScroll={({ currentTarget }) => setAtEnd(isAtEnd(currentTarget))}
      >
        {older.more && (
          <div className="flex justify-center pt-4">
            <Button variant="ghost" size="sm" loading={older.loading} onClick={older.load}>
              Show earlier messages
            </Button>
          </div>
        )}
        <div className="relative mx-auto max-w-chat" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ key, index, start }) => {
            const item = items[index];
            return (
              <div
                key={key}
                ref={rows.measureElement}
                data-index={index}
                className="absolute inset-x-0 top-0 px-4"
                style={{ transform: `translateY(${start}px)` }}
              >
                {item ? (
                  <ThreadItemView
                    item={item}
                    actions={actions}
                    highlighted={item.key === highlighted}
                    citable={citable}
                    versions={item.type === "message" ? countVersions(log.voids, item.message.seq) : 1}
                  />
                ) : (
                  <ThreadEnd conversation={conversation} actions={actions} />
                )}
              </div>
            );
          })}
        </div>
      </section>
      {!atEnd && (
        <Button
          variant="outline"
          size="sm"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-float"
          onClick={jumpToEnd}
        >
          <ArrowDown /> Jump to latest
        </Button>
      )}
      <AnswerAnnouncer log={log} />
      <RequestAnnouncer log={log} />
      {cited !== undefined && (
        <Lazy fallback={null}>
          <CitationSheet
            slug={place.slug}
            citation={cited}
            search={cited ? findSearchFor(cited, log.searches) : undefined}
            onClose={() => setCited(null)}
          />
        </Lazy>
      )}
    </div>
  );
}
