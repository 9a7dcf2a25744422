"use client";

import { Play } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useReadOnly } from "@/components/ui/read-only";
import { Textarea } from "@/components/ui/textarea";
import type { Session } from "@/lib/contract/sessions/schemas";
import { bottomBar } from "@/lib/utils/browser/bottom-bar";
import { StopButton } from "../composer/stop-button";
import { CompletedNote } from "../conversation/completed-note";
import type { Conversation } from "../conversation/use-conversation";

interface BarProps {
  slug: string;
  session: Session;
  conversation: Conversation;
}

/** Starts and stops a process; shown instead of a chat's composer. */
export function ProcessBar({ slug, session, conversation }: BarProps) {
  const { status, running, awaitsInput, begin, stop } = conversation;
  const [text, setText] = useState("");
  const [sent, setSent] = useState(false);
  const readOnly = useReadOnly() !== undefined;
  if (status === "completed") return <CompletedNote slug={slug} session={session} />;
  if (running || awaitsInput)
    return (
      <div ref={bottomBar} className="mx-auto flex w-full max-w-chat items-center justify-between gap-3 px-4 py-3">
        <p className="text-muted text-secondary">
          {awaitsInput && !running ? "The process is waiting for a response." : "The process is running."}
        </p>
        <StopButton onStop={() => void stop()} />
      </div>
    );
  const start = async () => {
    setSent(true);
    if (await begin(text.trim() || undefined)) setText("");
    setSent(false);
  };
  return (
    <div ref={bottomBar} className="mx-auto w-full max-w-chat px-4 pb-4">
      <div className="grid gap-2 rounded-card border border-strong bg-surface p-2 focus-within:border-accent">
        <Textarea
          aria-label="Additional instructions"
          placeholder="Additional instructions (optional)"
          rows={1}
          maxLength={65_536}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="border-0 bg-transparent outline-none focus-visible:outline-none"
        />
        <div className="flex justify-end">
          <Button size="sm" changes disabled={readOnly} loading={sent} onClick={() => void start()}>
            <Play /> {status === "started" ? "Start process" : "Start again"}
          </Button>
        </div>
      </div>
    </div>
  );
}
