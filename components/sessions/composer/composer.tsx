"use client";

import { ArrowUp, Paperclip } from "lucide-react";
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { useReadOnly } from "@/components/ui/read-only";
import { bottomBar } from "@/lib/utils/browser/bottom-bar";
import { AttachmentChips } from "./attachment-chips";
import { maxMessageLength } from "./message-length";
import { StopButton } from "./stop-button";
import { useAttachments } from "./use-attachments";
import { useDraft } from "./use-draft";

interface ComposerProps {
  slug: string;
  sessionId: string;
  running: boolean;
  /** Resolves to an error message if it could not be sent; the text is then restored. */
  onSend(text: string, fileIds: string[]): Promise<string | undefined>;
  onStop(): void;
}

/** Not on touch screens, where the keyboard would cover the page, nor over an open menu, which would close. */
const shouldAutoFocus = (): boolean =>
  window.matchMedia("(pointer: fine)").matches &&
  !window.location.hash &&
  !document.querySelector('[role="menu"], [role="dialog"]');

/** Enter sends, Shift+Enter inserts a line break. The draft is stored per session until the server has it. */
export function Composer({ slug, sessionId, running, onSend, onStop }: ComposerProps) {
  const { draft, change, stash, settle } = useDraft(sessionId);
  const [failure, setFailure] = useState<string>();
  const { files, add, remove, clear, uploading } = useAttachments(slug, sessionId);
  const [sending, setSending] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const text = draft.trim();
  const long = text.length > maxMessageLength;
  const readOnly = useReadOnly() !== undefined;
  const ready = !readOnly && text.length > 0 && !long && !sending && !running && !uploading;

  const send = async () => {
    if (!ready) return;
    setSending(true);
    setFailure(undefined);
    stash();
    const failed = await onSend(
      text,
      files.flatMap(({ id }) => id ?? []),
    );
    setSending(false);
    setFailure(failed);
    settle(failed === undefined);
    if (failed === undefined) clear();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  const onPaste = (event: ClipboardEvent) => {
    const { files: pasted } = event.clipboardData;
    if (pasted.length === 0) return;
    // Text copied from office programs comes with an image of itself: paste only the text.
    if (event.clipboardData.types.includes("text/plain")) return;
    event.preventDefault();
    add(pasted);
  };
  const onDrop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    add(event.dataTransfer.files);
  };

  return (
    <div ref={bottomBar} className="mx-auto w-full max-w-chat space-y-2 px-4 pb-4">
      {failure && (
        <p role="alert" className="text-danger text-secondary">
          Couldn't send: {failure}
        </p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can also be chosen with the button */}
      <div
        onDrop={onDrop}
        onDragOver={(event) => event.preventDefault()}
        className="rounded-card border border-strong bg-surface p-2 focus-within:border-accent"
      >
        <AttachmentChips files={files} onRemove={remove} />
        <textarea
          aria-label="Message"
          placeholder="Write a message"
          rows={1}
          // biome-ignore lint/a11y/noAutofocus: writing is what the page is for
          autoFocus={shouldAutoFocus()}
          value={draft}
          onChange={({ target }) => change(target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="field-sizing-content max-h-60 w-full resize-none bg-transparent px-2 py-1.5 text-body outline-none placeholder:text-faint"
        />
        <div className="flex items-center justify-between">
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            onChange={({ target }) => {
              add(target.files ?? []);
              target.value = "";
            }}
          />
          <Button variant="ghost" size="icon" changes aria-label="Attach files" onClick={() => picker.current?.click()}>
            <Paperclip />
          </Button>
          <div className="flex items-center gap-3">
            {text.length > maxMessageLength * 0.9 && (
              <span role="status" className={long ? "text-danger text-label" : "text-label text-muted"}>
                {text.length.toLocaleString("en")} of {maxMessageLength.toLocaleString("en")} characters
              </span>
            )}
            {running ? (
              <StopButton onStop={onStop} />
            ) : (
              <Button size="sm" changes disabled={!ready} loading={sending} onClick={() => void send()}>
                <ArrowUp /> Send
              </Button>
            )}
          </div>
        </div>
      </div>
    </div>
  );
}
