import { Info } from "lucide-react";
import { CitedText } from "@/components/shared/citations/cite-chip";
import { Lazy } from "@/components/shared/lazy";
import { lazyPart } from "@/components/shared/lazy-part";
import { Markdown } from "@/components/shared/markdown";
import { Skeleton } from "@/components/ui/skeleton";
import type { ThreadCitation } from "@/lib/utils/session-searches";
import type { ThreadItem } from "@/lib/utils/session-thread";
import { CallsView } from "./calls-view";
import { InputRequestCard } from "./input-request-card";
import { type MessageActions, MessageView } from "./message-view";

const ProcessPicture = lazyPart(async () => (await import("./process/process-picture")).ProcessPicture);

interface ItemProps {
  item: ThreadItem;
  actions: MessageActions;
  /** A link has led to it: it stands out and has the focus. */
  lit: boolean;
  /** What an answer that is being written may cite. */
  citable: readonly ThreadCitation[];
}

/** One item of the conversation. */
export function ThreadItemView({ item, actions, lit, citable }: ItemProps) {
  switch (item.type) {
    case "message":
      return (
        <div
          ref={lit ? takeFocus : undefined}
          tabIndex={-1}
          className={`-m-2 rounded-card p-2 outline-none transition-colors duration-500 ${lit ? "bg-accent-tint" : ""}`}
        >
          <MessageView message={item.message} actions={actions} />
        </div>
      );
    case "calls":
      return <CallsView calls={item.calls} />;
    case "process":
      return (
        <Lazy fallback={<Skeleton className="h-40" />}>
          <ProcessPicture picture={item.picture} place={actions.place} />
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
        <article aria-label="The answer that is being written" aria-busy="true" className="pb-8">
          <CitedText citations={citable} open={actions.cite}>
            <Markdown text={item.text} cites={citable.map(({ number }) => number).join(",")} />
          </CitedText>
        </article>
      );
    default:
      return item satisfies never;
  }
}

const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });
