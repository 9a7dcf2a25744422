import { Info } from "lucide-react";
import { CitedText } from "@/components/shared/citations/cite-chip";
import { Markdown } from "@/components/shared/markdown/markdown";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import type { ThreadCitation } from "@/lib/session-log/searches";
import type { ThreadItem } from "@/lib/session-log/thread";
import { type MessageActions, MessageView } from "../message/message-view";
import { InputRequestCard } from "../requests/input-request-card";
import { CallsView } from "./calls-view";

const LazyProcessDiagram = lazyPart(async () => (await import("../process/process-diagram")).ProcessDiagram);

interface ItemProps {
  item: ThreadItem;
  actions: MessageActions;
  /** The URL's hash targets it. */
  highlighted: boolean;
  /** Passages that an answer in progress can cite. */
  citable: readonly ThreadCitation[];
  /** Number of versions of a user message. */
  versions: number;
}

/** One item of the conversation. */
export function ThreadItemView({ item, actions, highlighted, citable, versions }: ItemProps) {
  switch (item.type) {
    case "message":
      return (
        <div
          ref={highlighted ? focusElement : undefined}
          tabIndex={-1}
          className={`-m-2 rounded-card p-2 outline-none transition-colors duration-500 ${highlighted ? "bg-accent-tint" : ""}`}
        >
          <MessageView message={item.message} task={item.task} actions={actions} versions={versions} />
        </div>
      );
    case "calls":
      return <CallsView calls={item.calls} />;
    case "process":
      return (
        <Lazy fallback={<Skeleton className="h-40" />}>
          <LazyProcessDiagram graph={item.graph} place={actions.place} />
        </Lazy>
      );
    case "request":
      return <InputRequestCard request={item.request} actions={actions} />;
    case "notice":
      return (
        <p className="flex items-center gap-2 text-muted text-secondary">
          <Info aria-hidden className="size-4 shrink-0" /> {item.text}
        </p>
      );
    case "live":
      return (
        <article aria-label="Answer being generated" aria-busy="true" className="pb-8">
          <CitedText citations={citable} open={actions.cite}>
            <Markdown text={item.text} cites={citable.map(({ number }) => number).join(",")} />
          </CitedText>
        </article>
      );
    default:
      return item satisfies never;
  }
}

const focusElement = (element: HTMLElement | null) => element?.focus({ preventScroll: true });
