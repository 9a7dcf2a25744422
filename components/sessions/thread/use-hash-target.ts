"use client";

import { useEffect, useState } from "react";
import { toast } from "@/lib/utils/toasts/toast";
import type { Conversation } from "../conversation/use-conversation";

const highlightMs = 3_000;

export const hashTarget = (): string | null => /^#(message_\w+)$/.exec(window.location.hash)?.[1] ?? null;

/**
 * Scrolls to the message in the URL's hash, loading earlier pages until it is found. Returns its id while it is
 * highlighted.
 */
export function useHashTarget({ older, loading, log }: Conversation, show: (id: string) => boolean): string | null {
  const [targetId, setTargetId] = useState<string | null>(null);
  const [highlighted, setHighlighted] = useState<string | null>(null);
  useEffect(() => {
    const read = () => setTargetId(hashTarget());
    read();
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);
  useEffect(() => {
    if (!targetId || loading || log.messages.length === 0) return;
    if (!show(targetId)) {
      if (older.more) return older.load();
      toast.info("The linked message was replaced or deleted.");
    } else setHighlighted(targetId);
    setTargetId(null);
  });
  useEffect(() => {
    if (!highlighted) return;
    const timer = setTimeout(() => setHighlighted(null), highlightMs);
    return () => clearTimeout(timer);
  }, [highlighted]);
  return highlighted;
}
