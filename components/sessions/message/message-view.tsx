"use client";

import { FlaskConical, RotateCcw, ThumbsDown, ThumbsUp } from "lucide-react";
import Link from "next/link";
import { memo, useState } from "react";
import { CitedText } from "@/components/shared/citations/cite-chip";
import { Sources } from "@/components/shared/citations/sources";
import { Markdown } from "@/components/shared/markdown/markdown";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Button } from "@/components/ui/button";
import { useAccount } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { demoLabel } from "@/lib/constants/demo";
import { Permission } from "@/lib/permissions/bits";
import type { ThreadCitation } from "@/lib/session-log/searches";
import type { ThreadMessage } from "@/lib/session-log/state";
import type { Decision } from "../conversation/use-conversation";
import type { AnswerResult } from "../requests/send-answer";
import { AttachedFiles } from "./attached-files";
import { Action, ActionBar, CopyAction, Permalink, WrittenAt } from "./message-actions";
import { ReasonForm } from "./message-forms";
import { UserMessage } from "./user-message";

const KeepTestDialog = lazyPart(async () => (await import("../tests/keep-test-dialog")).KeepTestDialog);

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

export type VersionedProps = MessageProps & { versions: number };

interface AnswerProps extends MessageProps {
  /** Of a process that shows several tasks: the name of the task that wrote it. */
  task: string | undefined;
}

export const MessageView = memo(function MessageView({
  message,
  task,
  actions,
  versions,
}: VersionedProps & AnswerProps) {
  return message.role === "user" ? (
    <UserMessage message={message} actions={actions} versions={versions} />
  ) : (
    <AssistantMessage message={message} task={task} actions={actions} />
  );
});

function AssistantMessage({ message, task, actions }: AnswerProps) {
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
  const author = message.authorName || "Answer";
  return (
    <article id={message._id} aria-label={task ? `${author}, ${task}` : author} className="group flex flex-col gap-1">
      {task && (
        <p dir="auto" title={task} className="truncate text-label text-muted">
          {task}
        </p>
      )}
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
