"use client";

import { Pencil } from "lucide-react";
import { useState } from "react";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { useAccount } from "@/context/account";
import type { VersionedProps } from "../message/message-view";
import { AttachedFiles } from "./attached-files";
import { Action, ActionBar, CopyAction, Permalink, WrittenAt } from "./message-actions";
import { EditForm } from "./message-forms";
import { VersionSwitch } from "./version-switch";

const EarlierVersion = lazyPart(async () => (await import("./earlier-version")).EarlierVersion);

export const userBubble =
  "ml-auto w-fit max-w-[85%] whitespace-pre-wrap break-words rounded-card bg-sunken px-4 py-2.5 text-body dark:bg-raised";

export function UserMessage({ message, actions, versions }: VersionedProps) {
  const [editing, setEditing] = useState(false);
  const [shown, setShown] = useState<number>();
  const version = Math.min(shown ?? versions, versions);
  const { account } = useAccount();
  const mine = !message.authorId || message.authorId === account?._id;
  if (editing) {
    const save = async (text: string) => {
      if (await actions.edit(message._id, text)) setEditing(false);
    };
    return <EditForm text={message.text} idle={actions.idle} onSave={save} onCancel={() => setEditing(false)} />;
  }
  return (
    <article
      id={message._id}
      aria-label={mine ? "You" : message.authorName}
      className="group flex flex-col items-end gap-1"
    >
      {mine || <p className="text-label text-muted">{message.authorName}</p>}
      <div dir="auto" className={userBubble}>
        <AttachedFiles message={message} />
        {message.text}
      </div>
      <ActionBar>
        <WrittenAt date={message.ts} />
        <CopyAction text={message.text} />
        {actions.idle && <Action label="Edit and resend" icon={<Pencil />} onClick={() => setEditing(true)} />}
        <Permalink id={message._id} />
      </ActionBar>
      {versions > 1 && <VersionSwitch version={version} count={versions} onChange={setShown} />}
      {version < versions && (
        <Lazy fallback={<Skeleton className="h-24 w-full" />}>
          <EarlierVersion place={actions.place} messageId={message._id} version={version} back={versions - version} />
        </Lazy>
      )}
    </article>
  );
}
