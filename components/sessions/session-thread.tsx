"use client";

import { ArrowDown, CircleAlert, Info, RotateCcw } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Markdown } from "@/components/shared/markdown";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { type SessionLog, type ThreadItem, threadOf } from "@/lib/utils/session-log";
import { CallsView } from "./calls-view";
import { type MessageActions, MessageView } from "./message-view";

interface ThreadProps {
  log: SessionLog;
  running: boolean;
  actions: MessageActions;
  /** Shown before the first message. */
  empty: ReactNode;
  older: { more: boolean; loading: boolean; load(): void };
}

const nearBottom = 80;

/** The conversation. It follows new text only while its end is in sight. */
export function SessionThread({ log, running, actions, empty, older }: ThreadProps) {
  const box = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const following = useRef(true);
  const items = threadOf(log);
  const toEnd = useCallback(() => box.current?.scrollTo({ top: box.current.scrollHeight }), []);

  // The window's layout is outside React: keep its end in sight while text arrives.
  useLayoutEffect(() => {
    if (log && following.current) toEnd();
  }, [log, toEnd]);
  useHashTarget(items.length > 0);

  const onScroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = box.current ?? { scrollTop: 0, scrollHeight: 0, clientHeight: 0 };
    following.current = scrollHeight - scrollTop - clientHeight < nearBottom;
    setAtEnd(following.current);
  };
  const waiting = running && log.live.length === 0;
  const last = log.messages.findLast(({ role }) => role === "user");
  return (
    <div className="relative min-h-0 flex-1">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section ref={box} onScroll={onScroll} tabIndex={0} aria-label="Conversation" className="h-full overflow-y-auto">
        <div className="mx-auto flex max-w-chat flex-col gap-6 px-4 py-6">
          {older.more && (
            <Button variant="ghost" size="sm" className="self-center" loading={older.loading} onClick={older.load}>
              Show earlier messages
            </Button>
          )}
          {items.length === 0 && !running && empty}
          {items.map((item) => (
            <div key={item.key} className="[contain-intrinsic-size:auto_8rem] [content-visibility:auto]">
              <Item item={item} actions={actions} />
            </div>
          ))}
          {waiting && (
            <p className="flex items-center gap-2 text-muted text-secondary">
              <Spinner /> Thinking
            </p>
          )}
          {!running && log.ending && (
            <Ending ending={log.ending} onRetry={last && actions.idle ? () => actions.retry(last._id) : undefined} />
          )}
        </div>
      </section>
      {!atEnd && (
        <Button
          variant="outline"
          size="sm"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-float"
          onClick={() => {
            following.current = true;
            setAtEnd(true);
            toEnd();
          }}
        >
          <ArrowDown /> Jump to latest
        </Button>
      )}
      <Announcer log={log} />
    </div>
  );
}

function Item({ item, actions }: { item: ThreadItem; actions: MessageActions }) {
  switch (item.type) {
    case "message":
      return <MessageView message={item.message} actions={actions} />;
    case "calls":
      return <CallsView calls={item.calls} />;
    case "notice":
      return (
        <p className="flex items-center gap-2 text-muted text-secondary">
          <Info className="size-4" /> {item.text}
        </p>
      );
    case "live":
      return (
        <article aria-label="The answer that is being written" aria-busy="true">
          <Markdown text={item.text} />
        </article>
      );
  }
}

function Ending({ ending, onRetry }: { ending: { status: string; reason: string }; onRetry?: () => void }) {
  const failed = ending.status === "error";
  return (
    <div
      role={failed ? "alert" : undefined}
      className={`flex flex-wrap items-center gap-3 rounded-card border px-4 py-3 text-secondary ${failed ? "border-danger-border bg-danger-tint" : "bg-sunken"}`}
    >
      <CircleAlert className={`size-4 shrink-0 ${failed ? "text-danger" : "text-muted"}`} />
      <p className="min-w-0 flex-1 break-words">{ending.reason || (failed ? "The run failed." : "Stopped.")}</p>
      {onRetry && (
        <Button size="sm" variant="outline" onClick={onRetry}>
          <RotateCcw /> Retry
        </Button>
      )}
    </div>
  );
}

/** Tells screen readers finished answers, not tokens. */
function Announcer({ log }: { log: SessionLog }) {
  const last = log.messages.at(-1);
  const text = last?.role === "assistant" ? last.text.slice(0, 2_000) : "";
  return (
    <p aria-live="polite" className="sr-only">
      {log.ending?.reason ?? text}
    </p>
  );
}

/** Brings the message that the address names into sight, once it is there. */
function useHashTarget(there: boolean): void {
  useEffect(() => {
    const id = there ? window.location.hash.slice(1) : "";
    if (id.startsWith("message_")) document.getElementById(id)?.scrollIntoView({ block: "center" });
  }, [there]);
}
