"use client";

import { MessageSquarePlus } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { Session } from "@/lib/contract/sessions/schemas";
import { pluralize } from "@/lib/utils/text/pluralize";
import { useNewSession } from "./use-new-session";

/** Replaces the composer once the conversation has ended. */
export function CompletedNote({ slug, session }: { slug: string; session: Session }) {
  const again = useNewSession(slug, session);
  const most = session.app?.maxMessages;
  return (
    <div className="mx-auto flex w-full max-w-chat flex-wrap items-center justify-center gap-3 px-4 py-3 text-muted text-secondary">
      <p>
        {session.appType === "process"
          ? "This process is finished."
          : `This conversation is complete${most ? `: it has reached its ${pluralize(most, "message")}` : ""}.`}
      </p>
      {again && (
        <Button size="sm" variant="outline" changes loading={again.pending} onClick={again.start}>
          <MessageSquarePlus /> New session
        </Button>
      )}
    </div>
  );
}
