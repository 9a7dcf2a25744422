"use client";

import { Check, Copy, FileText, Link2, Pencil, RotateCcw, ThumbsDown, ThumbsUp } from "lucide-react";
import { memo, type ReactNode, useState } from "react";
import { toast } from "react-toastify";
import { Markdown } from "@/components/shared/markdown";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { Tooltip } from "@/components/ui/tooltip";
import type { ThreadMessage } from "@/lib/utils/session-log";

export interface MessageActions {
  /** No run is active, so messages can be made again. */
  idle: boolean;
  retry(messageId: string): void;
  edit(messageId: string, text: string): void;
  rate(messageId: string, value: 1 | -1 | null, reason?: string): void;
}

interface MessageProps {
  message: ThreadMessage;
  actions: MessageActions;
}

export const MessageView = memo(function MessageView({ message, actions }: MessageProps) {
  return message.role === "user" ? (
    <UserMessage message={message} actions={actions} />
  ) : (
    <AssistantMessage message={message} actions={actions} />
  );
});

function UserMessage({ message, actions }: MessageProps) {
  const [editing, setEditing] = useState<string | null>(null);
  if (editing !== null) {
    return (
      <form
        className="ml-auto w-full max-w-[85%] space-y-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!editing.trim()) return;
          actions.edit(message._id, editing.trim());
          setEditing(null);
        }}
      >
        <Textarea
          aria-label="Edit the message"
          autoFocus
          value={editing}
          onChange={({ target }) => setEditing(target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button size="sm" variant="ghost" onClick={() => setEditing(null)}>
            Cancel
          </Button>
          <Button size="sm" type="submit" disabled={!editing.trim() || !actions.idle}>
            Send again
          </Button>
        </div>
      </form>
    );
  }
  return (
    <article id={message._id} aria-label="You" className="group flex flex-col items-end gap-1">
      <div className="max-w-[85%] whitespace-pre-wrap break-words rounded-card bg-sunken px-4 py-2.5 text-body">
        {message.parts.length > 0 && (
          <ul className="mb-2 flex flex-wrap gap-1.5">
            {message.parts.map(({ fileId, filename }) => (
              <li key={fileId} className="flex items-center gap-1.5 rounded-mark bg-surface px-2 py-1 text-label">
                <FileText className="size-3.5" /> {filename}
              </li>
            ))}
          </ul>
        )}
        {message.text}
      </div>
      <Bar>
        <CopyAction text={message.text} />
        {actions.idle && (
          <Action label="Edit and run again" icon={<Pencil />} onClick={() => setEditing(message.text)} />
        )}
        <Permalink id={message._id} />
      </Bar>
    </article>
  );
}

function AssistantMessage({ message, actions }: MessageProps) {
  const [asking, setAsking] = useState(false);
  const value = message.feedback?.value;
  const rate = (to: 1 | -1) => {
    actions.rate(message._id, value === to ? null : to);
    setAsking(to === -1 && value !== -1);
  };
  return (
    <article id={message._id} aria-label={message.authorName} className="group flex flex-col gap-1">
      <Markdown text={message.text} />
      {!message.completed && <p className="text-muted text-secondary italic">This answer was cut off.</p>}
      <Bar>
        <CopyAction text={message.text} />
        {actions.idle && <Action label="Try again" icon={<RotateCcw />} onClick={() => actions.retry(message._id)} />}
        <Action
          label="Good answer"
          icon={<ThumbsUp className={value === 1 ? "fill-current" : ""} />}
          pressed={value === 1}
          onClick={() => rate(1)}
        />
        <Action
          label="Bad answer"
          icon={<ThumbsDown className={value === -1 ? "fill-current" : ""} />}
          pressed={value === -1}
          onClick={() => rate(-1)}
        />
        <Permalink id={message._id} />
      </Bar>
      {asking && <Reason onDone={() => setAsking(false)} onSend={(reason) => actions.rate(message._id, -1, reason)} />}
    </article>
  );
}

function Reason({ onSend, onDone }: { onSend(reason: string): void; onDone(): void }) {
  const [reason, setReason] = useState("");
  return (
    <form
      className="flex max-w-reading items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim()) onSend(reason.trim());
        onDone();
      }}
    >
      <Textarea
        aria-label="What was wrong?"
        placeholder="What was wrong with it?"
        rows={1}
        maxLength={2_000}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <Button size="sm" type="submit">
        Send
      </Button>
      <Button size="sm" variant="ghost" onClick={onDone}>
        Skip
      </Button>
    </form>
  );
}

const Bar = ({ children }: { children: ReactNode }) => (
  <div className="flex gap-0.5 opacity-0 transition-opacity focus-within:opacity-100 group-hover:opacity-100 max-lg:opacity-100">
    {children}
  </div>
);

function Action({
  label,
  icon,
  pressed,
  onClick,
}: {
  label: string;
  icon: ReactNode;
  pressed?: boolean;
  onClick(): void;
}) {
  return (
    <Tooltip content={label}>
      <Button
        variant="ghost"
        size="icon"
        className="size-7 text-muted"
        aria-label={label}
        aria-pressed={pressed}
        onClick={onClick}
      >
        {icon}
      </Button>
    </Tooltip>
  );
}

function CopyAction({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return <Action label={copied ? "Copied" : "Copy"} icon={copied ? <Check /> : <Copy />} onClick={() => void copy()} />;
}

function Permalink({ id }: { id: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(`${window.location.origin}${window.location.pathname}#${id}`);
    toast.success("Link copied.");
  };
  return <Action label="Copy a link to this message" icon={<Link2 />} onClick={() => void copy()} />;
}
