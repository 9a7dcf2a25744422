"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Lazy } from "@/components/shared/lazy";
import { lazyPart } from "@/components/shared/lazy-part";
import { Button } from "@/components/ui/button";
import { citableOf, searchOfCitation, type ThreadCitation } from "@/lib/utils/session-searches";
import { threadOf } from "@/lib/utils/session-thread";
import { SpokenRequest } from "./input-request-card";
import type { MessageActions } from "./message-view";
import { SpokenAnswers } from "./spoken-answers";
import { ThreadEnd } from "./thread-end";
import { ThreadItemView } from "./thread-item";
import type { Conversation } from "./use-conversation";
import { isAtEnd, nearEnd, useStayAtEnd } from "./use-stay-at-end";
import { hashTarget, useTarget } from "./use-target";

const CitationSheet = lazyPart(async () => (await import("./citation-sheet")).CitationSheet);

interface ThreadProps {
  conversation: Conversation;
  /** Shown before the first message. */
  empty: ReactNode;
}

const guessedHeight = 120;
const endKey = "end";

/** The conversation, of which only what is near the window is in the page. It follows new text while its end is in sight. */
export function SessionThread({ conversation, empty }: ThreadProps) {
  const { log, running, asked, pending, isProcess, older, retry, edit, rate, answer, place } = conversation;
  const box = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const items = useMemo(() => threadOf(log), [log]);
  const citable = useMemo(() => citableOf(log.searches), [log.searches]);
  // It stays once it was there, so that the focus goes back to the chip that opened it.
  const [cited, setCited] = useState<ThreadCitation | null>();
  const idle = !running && !asked && !isProcess;
  const actions: MessageActions = useMemo(
    () => ({ idle, retry, edit, rate, answer, place, cite: setCited }),
    [idle, retry, edit, rate, answer, place],
  );
  const rows = useVirtualizer({
    count: items.length + 1,
    getScrollElement: () => box.current,
    estimateSize: () => guessedHeight,
    getItemKey: (index) => items[index]?.key ?? endKey,
    gap: 12,
    paddingStart: 24,
    paddingEnd: 24,
    overscan: 6,
    anchorTo: "end",
    followOnAppend: true,
    scrollEndThreshold: nearEnd,
  });
  const there = items.length > 0 || running;
  const { toEnd, leave } = useStayAtEnd(box, () => rows.scrollToEnd(), there);
  useEffect(() => {
    if (there && !hashTarget()) toEnd();
  }, [there, toEnd]);
  const lit = useTarget(conversation, (id) => {
    const index = items.findIndex(({ key }) => key === id);
    if (index < 0) return false;
    leave();
    rows.scrollToIndex(index, { align: "center" });
    return true;
  });
  // A message of one's own is always followed, wherever one has scrolled to.
  const own = pending?.text;
  useEffect(() => {
    if (own) toEnd();
  }, [own, toEnd]);

  if (!there)
    return (
      <section aria-label="Conversation" className="flex min-h-0 flex-1 flex-col overflow-y-auto px-4">
        <div className="m-auto w-full max-w-chat">{empty}</div>
      </section>
    );
  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label="Conversation"
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
                  <ThreadItemView item={item} actions={actions} lit={item.key === lit} citable={citable} />
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
          onClick={toEnd}
        >
          <ArrowDown /> Jump to latest
        </Button>
      )}
      <SpokenAnswers log={log} />
      <SpokenRequest log={log} />
      {cited !== undefined && (
        <Lazy fallback={null}>
          <CitationSheet
            slug={place.slug}
            citation={cited}
            search={cited ? searchOfCitation(cited, log.searches) : undefined}
            onClose={() => setCited(null)}
          />
        </Lazy>
      )}
    </div>
  );
}
