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
  const [wanted, setWanted] = useState<string | null>(null);
  const [lit, setLit] = useState<string | null>(null);
  useEffect(() => {
    const read = () => setWanted(hashTarget());
    read();
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);
  useEffect(() => {
    if (!wanted || loading || log.messages.length === 0) return;
    if (!show(wanted)) {
      if (older.more) return older.load();
      toast.info("The message of this link was replaced or deleted.");
    } else setLit(wanted);
    setWanted(null);
  });
  useEffect(() => {
    if (!lit) return;
    const timer = setTimeout(() => setLit(null), highlightMs);
    return () => clearTimeout(timer);
  }, [lit]);
  return lit;
}
