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

const linesKept = 20;
const leastLength = 60;

/**
 * Announces finished sentences rather than tokens of answers written while the page is open. A log region only
 * announces what is added.
 */
export function AnswerAnnouncer({ log }: { log: SessionLog }) {
  const [said, setSaid] = useState<Announced>({ messageId: "", length: 0, lines: [] });
  const live = log.live.at(-1);
  const finished = log.messages.find(({ _id }) => _id === said.messageId);
  const messageId = live?.messageId ?? finished?._id ?? "";
  const text = live?.text ?? finished?.text ?? "";
  const from = said.messageId === messageId ? said.length : 0;
  const to = live ? finishedLength(text) : text.length;
  if (messageId && (said.messageId !== messageId || to - from >= leastLength || (!live && to > from))) {
    const more = stripMarkdown(text.slice(from, to));
    const line = more ? [{ key: `${messageId}${to}`, text: more }] : [];
    setSaid({ messageId, length: Math.max(from, to), lines: [...said.lines, ...line].slice(-linesKept) });
  }
  return (
    <div role="log" aria-live="polite" aria-label="Answers as they are written" className="sr-only">
      {said.lines.map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
    </div>
  );
}
