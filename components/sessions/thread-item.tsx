import { Info } from "lucide-react";
import { Markdown } from "@/components/shared/markdown";
import type { ThreadItem } from "@/lib/utils/session-log";
import { CallsView } from "./calls-view";
import { InputRequestCard } from "./input-request-card";
import { type MessageActions, MessageView } from "./message-view";

/** One item of the conversation. */
export function ThreadItemView({ item, actions }: { item: ThreadItem; actions: MessageActions }) {
  switch (item.type) {
    case "message":
      return <MessageView message={item.message} actions={actions} />;
    case "calls":
      return <CallsView calls={item.calls} />;
    case "request":
      return <InputRequestCard request={item.request} onAnswer={actions.answer} />;
    case "notice":
      return (
        <p className="flex items-center gap-2 text-muted text-secondary">
          <Info className="size-4 shrink-0" /> {item.text}
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
