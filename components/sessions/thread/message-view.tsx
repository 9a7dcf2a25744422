"use client";

import { FlaskConical, Pencil, RotateCcw, ThumbsDown, ThumbsUp } from "lucide-react";
import Link from "next/link";
import { memo, useState } from "react";
import { CitedText } from "@/components/shared/citations/cite-chip";
import { Sources } from "@/components/shared/citations/sources";
import { Markdown } from "@/components/shared/markdown/markdown";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useAccount, useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { demoLabel } from "@/lib/constants/demo";
import { Permission } from "@/lib/permissions/bits";
import type { ThreadCitation } from "@/lib/session-log/searches";
import type { ThreadMessage } from "@/lib/session-log/state";
import type { Decision } from "../conversation/use-conversation";
import type { AnswerResult } from "../requests/send-answer";
import { FileLink } from "./file-link";
import { Action, ActionBar, CopyAction, Permalink, WrittenAt } from "./message-actions";
import { EditForm, ReasonForm } from "./message-forms";
import { VersionSwitch } from "./version-switch";

const KeepTestDialog = lazyPart(async () => (await import("../tests/keep-test-dialog")).KeepTestDialog);
const EarlierVersion = lazyPart(async () => (await import("./earlier-version")).EarlierVersion);

export interface MessageActions {
  /** The session. */
  place: { slug: string; sessionId: string };
  /** No run is active, so messages can be regenerated. */
  idle: boolean;
  /** Answers can become tests. */
  hasApp: boolean;
  retry(messageId: string): void;
  /** Resolves to false if it could not be sent; the text is kept. */
  edit(messageId: string, text: string): Promise<boolean>;
  rate(messageId: string, value: 1 | -1 | null, reason?: string): void;
  /** Answers an input request. */
  answer(
    requestId: string,
    decision: Decision,
    reason?: string,
    input?: unknown,
    args?: Record<string, unknown>,
  ): Promise<AnswerResult>;
  /** Shows a passage that is cited. */
  cite(citation: ThreadCitation): void;
}

interface MessageProps {
  message: ThreadMessage;
  actions: MessageActions;
}

type VersionedProps = MessageProps & { versions: number };

export const MessageView = memo(function MessageView({ message, actions, versions }: VersionedProps) {
  return message.role === "user" ? (
    <UserMessage message={message} actions={actions} versions={versions} />
  ) : (
    <AssistantMessage message={message} actions={actions} />
  );
});

export const userBubble =
  "ml-auto w-fit max-w-[85%] whitespace-pre-wrap break-words rounded-card bg-sunken px-4 py-2.5 text-body dark:bg-raised";

function UserMessage({ message, actions, versions }: VersionedProps) {
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

function AttachedFiles({ message: { parts, sessionId } }: { message: ThreadMessage }) {
  const slug = useTeamSlug();
  const files = parts.filter(({ type }) => type === "file");
  if (files.length === 0) return null;
  return (
    <ul className="mb-2 flex flex-wrap gap-1.5">
      {files.map(({ fileId, filename }) => (
        <li key={fileId} className="min-w-0">
          <FileLink slug={slug} sessionId={sessionId} fileId={fileId} filename={filename} />
        </li>
      ))}
    </ul>
  );
}

function AssistantMessage({ message, actions }: MessageProps) {
  const [asking, setAsking] = useState(false);
  /** The correction of a bad answer, if there is one, while the answer is kept as a test. */
  const [keeping, setKeeping] = useState<string>();
  const { account } = useAccount();
  const { has } = usePermission();
  const value = message.feedback?.value;
  const { citations = [] } = message;
  // Not for visitors.
  const canEdit = account && (has(Permission.EDIT_AGENT) || has(Permission.EDIT_APP));
  const canKeep = canEdit && actions.hasApp && message.completed;
  const rate = (to: 1 | -1) => {
    actions.rate(message._id, value === to ? null : to);
    setAsking(to === -1 && value !== -1);
  };
  return (
    <article id={message._id} aria-label={message.authorName || "Answer"} className="group flex flex-col gap-1">
      <CitedText citations={citations} open={actions.cite}>
        <Markdown text={message.text} cites={citations.map(({ number }) => number).join(",")} />
      </CitedText>
      <AttachedFiles message={message} />
      {/* Not for visitors, who have no account here. */}
      {message.text.endsWith(demoLabel) && account && has(Permission.CREATE_MODEL) && (
        <Button asChild variant="link" size="sm" className="self-start">
          <Link href={`/${actions.place.slug}/model/add`}>Connect a model</Link>
        </Button>
      )}
      <Sources citations={citations} open={actions.cite} />
      {!message.completed && <p className="text-muted text-secondary italic">Generation stopped.</p>}
      <ActionBar>
        <CopyAction text={message.text} />
        {actions.idle && (
          <Action label="Regenerate" changes icon={<RotateCcw />} onClick={() => actions.retry(message._id)} />
        )}
        <Action
          label="Good answer"
          icon={<ThumbsUp className={value === 1 ? "fill-current" : ""} />}
          changes
          pressed={value === 1}
          onClick={() => rate(1)}
        />
        <Action
          label="Bad answer"
          icon={<ThumbsDown className={value === -1 ? "fill-current" : ""} />}
          changes
          pressed={value === -1}
          onClick={() => rate(-1)}
        />
        <Permalink id={message._id} />
        {canKeep && <Action label="Keep as a test" changes icon={<FlaskConical />} onClick={() => setKeeping("")} />}
        <WrittenAt date={message.ts} />
        {account && message.authorId && message.agentRevision !== undefined && (
          <Link
            href={`/${actions.place.slug}/agent/${message.authorId}?tab=revisions`}
            className="px-1 text-faint text-label hover:underline"
          >
            Revision {message.agentRevision}
          </Link>
        )}
      </ActionBar>
      {asking && (
        <ReasonForm
          onDone={() => setAsking(false)}
          onSend={(reason) => actions.rate(message._id, -1, reason)}
          onKeep={canKeep ? setKeeping : undefined}
        />
      )}
      {keeping !== undefined && (
        <Lazy fallback={null}>
          <KeepTestDialog
            {...actions.place}
            messageId={message._id}
            correction={keeping}
            onClose={() => setKeeping(undefined)}
          />
        </Lazy>
      )}
    </article>
  );
}
