"use client";

import { useState } from "react";
import { DialogButtons } from "@/components/shared/dialogs/dialog-buttons";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { useAction } from "@/hooks/api/use-action";
import { sessions } from "@/lib/contract/sessions/calls";
import type { Session } from "@/lib/contract/sessions/schemas";

interface RenameProps {
  slug: string;
  session: Pick<Session, "_id" | "name">;
  onDone(): void;
}

/** Asks for a new name as soon as it is mounted. */
export function RenameSession({ slug, session, onDone }: RenameProps) {
  const [name, setName] = useState(session.name);
  const rename = useAction(sessions.edit, { success: "Session renamed." });
  const trimmed = name.trim();
  const save = async () => {
    if (!trimmed) return;
    if (trimmed === session.name) return onDone();
    const params = { resourceSlug: slug, sessionId: session._id };
    if (await rename.run({ params, body: { name: trimmed } })) onDone();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onDone()}>
      <DialogContent title="Rename session">
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <Input
            aria-label="Session name"
            autoFocus
            maxLength={100}
            value={name}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => setName(target.value)}
          />
          <DialogButtons submit="Save" pending={rename.pending} disabled={!trimmed} onCancel={onDone} />
        </form>
      </DialogContent>
    </Dialog>
  );
}
