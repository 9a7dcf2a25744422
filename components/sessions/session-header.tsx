"use client";

import { Activity, EllipsisVertical, MessageSquare, MessageSquarePlus, Pencil, Square, Trash2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Avatar } from "@/components/shared/avatar";
import { DeveloperFacts } from "@/components/shared/developer-facts";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { Session } from "@/lib/contract/sessions";
import { formatCost, formatCount } from "@/lib/utils/figures";
import { DeleteSession } from "./delete-session";
import { RenameSession } from "./rename-session";
import { SessionStatus } from "./session-status";
import { useNewSession } from "./use-new-session";

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
  const another = useNewSession(slug, session);
  const { usage } = session;
  const base = `/${slug}/session/${session._id}`;
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-surface px-4 py-2">
      <Avatar name={session.appName} filename={session.app?.icon?.filename} size="md" />
      <div className="min-w-0 flex-1 basis-40">
        <h1 className="truncate font-semibold text-section">{session.name}</h1>
        <p className="truncate text-label text-muted">
          {session.appName}
          {session.agentName && ` · ${session.agentName}`}
        </p>
        <DeveloperFacts of={session} />
      </div>
      <SessionStatus
        status={status}
        lastRun={running && session.lastRun?.status !== "waiting" ? null : session.lastRun}
      />
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
            {another && (
              <DropdownMenuItem onSelect={another.start}>
                <MessageSquarePlus /> New session
              </DropdownMenuItem>
            )}
            <DropdownMenuItem onSelect={() => setDeleting(true)}>
              <Trash2 /> Delete
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      </div>
      {renaming && <RenameSession slug={slug} session={session} onDone={() => setRenaming(false)} />}
      <DeleteSession slug={slug} session={session} open={deleting} onOpenChange={setDeleting} leave />
    </header>
  );
}
