"use client";

import { useEffect, useState } from "react";
import { toast } from "@/lib/utils/toast";
import type { Conversation } from "./use-conversation";

const litFor = 3_000;

export const hashTarget = (): string | null => /^#(message_\w+)$/.exec(window.location.hash)?.[1] ?? null;

/**
 * Brings the message that the address names into sight, reading earlier pages until it is there. Answers its id while it
 * is to stand out.
 */
export function useTarget({ older, loading, log }: Conversation, show: (id: string) => boolean): string | null {
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
    const timer = setTimeout(() => setLit(null), litFor);
    return () => clearTimeout(timer);
  }, [lit]);
  return lit;
}
