"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import type { Session } from "@/lib/contract/sessions/schemas";
import { SessionValues } from "./session-values";

/** Whether the session still lacks values that it needs before the first message. */
export const needsValues = ({ messageCount, app }: Session): boolean =>
  messageCount === 0 && (app?.variables ?? []).some(({ given }) => !given);

interface BeginningProps {
  slug: string;
  session: Session;
  onChoose(text: string): void;
  /** A share link's own text. */
  welcome?: string | null;
  /** In place of those of the app. */
  starters?: readonly string[];
  /** Shown below: for a process, its tasks. */
  below?: ReactNode;
}

/** Shown before the first message: the values that the conversation needs, then its conversation starters. */
export function SessionBeginning({ slug, session, onChoose, welcome, below, ...props }: BeginningProps) {
  const [changing, setChanging] = useState(false);
  const variables = session.app?.variables ?? [];
  const starters = props.starters ?? session.app?.conversationStarters ?? [];
  if (changing || needsValues(session))
    return (
      <>
        <SessionValues slug={slug} session={session} variables={variables} onDone={() => setChanging(false)} />
        <div className="pb-6">{below}</div>
      </>
    );
  return (
    <div className="flex flex-col items-center gap-5 py-10 text-center">
      <div className="max-w-full space-y-1">
        <h2 className="wrap-anywhere font-semibold text-section">{session.agentName ?? session.appName}</h2>
        {welcome && (
          <p dir="auto" className="wrap-anywhere mx-auto max-w-reading whitespace-pre-line">
            {welcome}
          </p>
        )}
        <p className="text-muted text-secondary">
          {session.appType === "process"
            ? "Start the process to run its tasks. You can leave; it keeps running."
            : "Write a message to start. You can leave; the answer keeps generating."}
        </p>
      </div>
      <div className="flex flex-wrap justify-center gap-2 empty:hidden">
        {starters.map((starter) => (
          <Button
            key={starter}
            variant="outline"
            size="sm"
            changes
            className="h-auto whitespace-normal py-1.5 text-left"
            onClick={() => onChoose(starter)}
          >
            {starter}
          </Button>
        ))}
      </div>
      {variables.length > 0 && (
        <Button variant="ghost" size="sm" onClick={() => setChanging(true)}>
          Change inputs
        </Button>
      )}
      {below && <div className="w-full">{below}</div>}
    </div>
  );
}
