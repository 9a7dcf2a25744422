"use client";

import { Activity, EllipsisVertical, MessageSquare, MessageSquarePlus, Pencil, Square, Trash2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { Input } from "@/components/ui/input";
import { useAction } from "@/hooks/use-action";
import { type Session, sessions } from "@/lib/contract/sessions";
import { formatCost, formatCount } from "@/lib/utils/figures";
import { DeleteSession } from "./delete-session";
import { SessionStatus } from "./session-status";

interface HeaderProps {
  slug: string;
  session: Session;
  status: Session["status"];
  running: boolean;
  view: "chat" | "trace";
  onStop(): void;
}

export function SessionHeader({ slug, session, status, running, view, onStop }: HeaderProps) {
  const [renaming, setRenaming] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const restart = useAction(sessions.add);
  const { usage } = session;
  const base = `/${slug}/session/${session._id}`;
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-surface px-4 py-2">
      <div className="min-w-0 flex-1 basis-48">
        {renaming ? (
          <Rename slug={slug} session={session} onDone={() => setRenaming(false)} />
        ) : (
          <h1 className="truncate font-semibold text-section">{session.name}</h1>
        )}
        <p className="truncate text-label text-muted">
          {session.appName}
          {session.agentName && ` · ${session.agentName}`}
        </p>
      </div>
      <SessionStatus status={status} lastRun={running ? null : session.lastRun} />
      <p
        className="text-label text-muted tabular-nums max-md:hidden"
        title={`${usage.inputTokens} in, ${usage.outputTokens} out`}
      >
        {formatCount(usage.inputTokens + usage.outputTokens)} tokens · {formatCost(usage.costUsd)}
      </p>
      <div className="flex items-center gap-1">
        {running && (
          <Button size="sm" variant="outline" onClick={onStop}>
            <Square className="fill-current" /> Stop
          </Button>
        )}
        <Button size="sm" variant="ghost" asChild>
          {view === "chat" ? (
            <Link href={`${base}/trace`}>
              <Activity /> Trace
            </Link>
          ) : (
            <Link href={base}>
              <MessageSquare /> Chat
            </Link>
          )}
        </Button>
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button size="icon" variant="ghost" aria-label="More">
              <EllipsisVertical />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            <DropdownMenuItem onSelect={() => setRenaming(true)}>
              <Pencil /> Rename
            </DropdownMenuItem>
            {session.appId && session.app?.exists && (
              <DropdownMenuItem
                onSelect={() => void restart.run({ params: { resourceSlug: slug }, body: { id: session.appId ?? "" } })}
              >
                <MessageSquarePlus /> New session
              </DropdownMenuItem>
            )}
            <DropdownMenuItem onSelect={() => setDeleting(true)}>
              <Trash2 /> Delete
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      </div>
      <DeleteSession slug={slug} session={session} open={deleting} onOpenChange={setDeleting} leave />
    </header>
  );
}

export function Rename({
  slug,
  session,
  onDone,
}: {
  slug: string;
  session: Pick<Session, "_id" | "name">;
  onDone(): void;
}) {
  const [name, setName] = useState(session.name);
  const rename = useAction(sessions.edit);
  const save = async () => {
    const trimmed = name.trim();
    if (trimmed && trimmed !== session.name)
      await rename.run({ params: { resourceSlug: slug, sessionId: session._id }, body: { name: trimmed } });
    onDone();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Input
        aria-label="Name of the session"
        autoFocus
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
        onBlur={() => void save()}
        onKeyDown={({ key }) => key === "Escape" && onDone()}
      />
    </form>
  );
}
