"use client";

import { MessageSquarePlus } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { Session } from "@/lib/contract/sessions/schemas";
import { pluralize } from "@/lib/utils/text/pluralize";
import { useNewSession } from "./use-new-session";

/** Replaces the composer once the conversation has ended. */
export function CompletedNote({ slug, session }: { slug: string; session: Session }) {
  const newSession = useNewSession(slug, session);
  const maxMessages = session.app?.maxMessages;
  return (
    <div className="mx-auto flex w-full max-w-chat flex-wrap items-center justify-center gap-3 px-4 py-3 text-muted text-secondary">
      <p>
        {session.appType === "process"
          ? "This process is complete."
          : `This session is complete${maxMessages ? `: it reached its limit of ${pluralize(maxMessages, "message")}` : ""}.`}
      </p>
      {newSession && (
        <Button size="sm" variant="outline" changes loading={newSession.pending} onClick={newSession.start}>
          <MessageSquarePlus /> New session
        </Button>
      )}
    </div>
  );
}
