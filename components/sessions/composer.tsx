"use client";

import { ArrowUp, Paperclip, Square, X } from "lucide-react";
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useRef, useState } from "react";
import { toast } from "react-toastify";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { errorMessage } from "@/lib/api/api-error";
import { call } from "@/lib/api/browser";
import { sessions } from "@/lib/contract/sessions";
import { useDraft } from "./use-draft";

interface Attached {
  key: string;
  name: string;
  /** Null while it is sent. */
  id: string | null;
}

interface ComposerProps {
  slug: string;
  sessionId: string;
  running: boolean;
  /** Why nothing can be sent; shown in the field's place. */
  closed?: string;
  /** Resolves to false when it could not be sent: the text then comes back. */
  onSend(text: string, fileIds: string[]): Promise<boolean>;
  onStop(): void;
}

const textMost = 65_536;
const filesMost = 10;

/** Enter sends, Shift+Enter breaks; the draft is kept per session until it is sent. */
export function Composer({ slug, sessionId, running, closed, onSend, onStop }: ComposerProps) {
  const [draft, setDraft] = useDraft(sessionId);
  const [files, setFiles] = useState<Attached[]>([]);
  const [sending, setSending] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const text = draft.trim();
  const uploading = files.some(({ id }) => id === null);
  const ready = text.length > 0 && text.length <= textMost && !sending && !running && !uploading;

  const attach = (chosen: Iterable<File>) => {
    for (const file of [...chosen].slice(0, filesMost - files.length)) void upload(file);
  };
  const upload = async (file: File) => {
    const key = `${file.name}-${Date.now()}-${Math.random()}`;
    setFiles((before) => [...before, { key, name: file.name, id: null }]);
    const formData = new FormData();
    formData.set("file", file);
    try {
      const { _id } = await call(sessions.addFile, { params: { resourceSlug: slug, sessionId }, formData });
      setFiles((before) => before.map((one) => (one.key === key ? { ...one, id: _id } : one)));
    } catch (error) {
      setFiles((before) => before.filter((one) => one.key !== key));
      toast.error(errorMessage(error));
    }
  };
  const send = async () => {
    if (!ready) return;
    setSending(true);
    setDraft("");
    const ids = files.flatMap(({ id }) => id ?? []);
    const sent = await onSend(text, ids);
    if (sent) setFiles([]);
    else setDraft(draft);
    setSending(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  const onPaste = ({ clipboardData }: ClipboardEvent) => attach(clipboardData.files);
  const onDrop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    attach(event.dataTransfer.files);
  };

  if (closed) return <p className="mx-auto max-w-chat px-4 py-3 text-center text-muted text-secondary">{closed}</p>;
  return (
    <div className="mx-auto w-full max-w-chat px-4 pb-4">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can also be chosen with the button */}
      <div
        onDrop={onDrop}
        onDragOver={(event) => event.preventDefault()}
        className="rounded-card border border-strong bg-surface p-2 focus-within:border-accent"
      >
        {files.length > 0 && (
          <ul className="flex flex-wrap gap-1.5 px-1 pb-2">
            {files.map(({ key, name, id }) => (
              <li
                key={key}
                className="flex h-7 max-w-60 items-center gap-1.5 rounded-control bg-sunken px-2 text-label"
              >
                {id === null && <Spinner className="size-3" />}
                <span className="truncate">{name}</span>
                <button
                  type="button"
                  aria-label={`Remove ${name}`}
                  onClick={() => setFiles((before) => before.filter((one) => one.key !== key))}
                >
                  <X className="size-3" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <textarea
          aria-label="Message"
          placeholder="Write a message"
          rows={1}
          value={draft}
          maxLength={textMost + 1}
          onChange={(event) => setDraft(event.target.value)}
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
              attach(target.files ?? []);
              target.value = "";
            }}
          />
          <Button variant="ghost" size="icon" aria-label="Attach files" onClick={() => picker.current?.click()}>
            <Paperclip />
          </Button>
          <div className="flex items-center gap-3">
            {text.length > textMost * 0.9 && (
              <span className={text.length > textMost ? "text-danger text-label" : "text-label text-muted"}>
                {text.length.toLocaleString("en")} of {textMost.toLocaleString("en")} characters
              </span>
            )}
            {running ? (
              <Button size="sm" variant="outline" onClick={onStop}>
                <Square className="fill-current" /> Stop
              </Button>
            ) : (
              <Button size="sm" disabled={!ready} loading={sending} onClick={() => void send()}>
                <ArrowUp /> Send
              </Button>
            )}
          </div>
        </div>
      </div>
    </div>
  );
}
