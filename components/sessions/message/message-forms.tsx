"use client";

import { type KeyboardEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { maxMessageLength } from "../composer/message-length";

interface EditFormProps {
  text: string;
  idle: boolean;
  onSave(text: string): Promise<void>;
  onCancel(): void;
}

/** Edits one's own message. The new answer replaces what followed. */
export function EditForm({ text: before, idle, onSave, onCancel }: EditFormProps) {
  const [text, setText] = useState(before);
  const [saving, setSaving] = useState(false);
  const save = async () => {
    if (!text.trim() || !idle || saving) return;
    setSaving(true);
    await onSave(text.trim());
    setSaving(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onCancel();
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void save();
  };
  return (
    <form
      className="ml-auto w-full max-w-[85%] space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Textarea
        aria-label="Edit message"
        autoFocus
        maxLength={maxMessageLength}
        value={text}
        onKeyDown={onKeyDown}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="mr-auto text-label text-muted">Everything after this message will be replaced.</p>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" type="submit" loading={saving} disabled={!text.trim() || !idle}>
          Resend
        </Button>
      </div>
    </form>
  );
}

interface ReasonFormProps {
  onSend(reason: string): void;
  onDone(): void;
  /** Keeps the answer as a test, with a correction. */
  onKeep?: ((correction: string) => void) | undefined;
}

export function ReasonForm({ onSend, onDone, onKeep }: ReasonFormProps) {
  const [reason, setReason] = useState("");
  const send = () => {
    if (reason.trim()) onSend(reason.trim());
    onDone();
  };
  return (
    <form
      className="flex max-w-reading flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        aria-label="What was wrong?"
        placeholder="What was wrong?"
        autoFocus
        rows={1}
        maxLength={2_000}
        className="min-w-48 flex-1"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <Button size="sm" type="submit" disabled={!reason.trim()}>
        Submit
      </Button>
      {onKeep && (
        <Button
          size="sm"
          variant="outline"
          onClick={() => {
            send();
            onKeep("");
          }}
        >
          Keep as a test
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={onDone}>
        Skip
      </Button>
    </form>
  );
}
