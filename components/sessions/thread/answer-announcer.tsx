"use client";

import { useState } from "react";
import type { SessionLog } from "@/lib/session-log/state";
import { finishedLength, stripMarkdown } from "@/lib/utils/markdown/sentences";

interface Announced {
  messageId: string;
  length: number;
  /** The lines in the live region, in order. */
  lines: { key: string; text: string }[];
}

const maxLines = 20;
const minLength = 60;

/**
 * Announces finished sentences rather than tokens of answers written while the page is open. A log region only
 * announces what is added.
 */
export function AnswerAnnouncer({ log }: { log: SessionLog }) {
  const [announced, setAnnounced] = useState<Announced>({ messageId: "", length: 0, lines: [] });
  const live = log.live.at(-1);
  const finished = log.messages.find(({ _id }) => _id === announced.messageId);
  const messageId = live?.messageId ?? finished?._id ?? "";
  const text = live?.text ?? finished?.text ?? "";
  const from = announced.messageId === messageId ? announced.length : 0;
  const to = live ? finishedLength(text) : text.length;
  if (messageId && (announced.messageId !== messageId || to - from >= minLength || (!live && to > from))) {
    const addition = stripMarkdown(text.slice(from, to));
    const line = addition ? [{ key: `${messageId}${to}`, text: addition }] : [];
    setAnnounced({ messageId, length: Math.max(from, to), lines: [...announced.lines, ...line].slice(-maxLines) });
  }
  return (
    <div role="log" aria-live="polite" aria-label="Live answers" className="sr-only">
      {announced.lines.map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
    </div>
  );
}
