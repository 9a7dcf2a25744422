"use client";

import { Activity, EllipsisVertical, MessageSquare, MessageSquarePlus, Pencil, Square, Trash2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { MenuActions } from "@/components/shared/data-table/menu-actions";
import { Avatar } from "@/components/shared/details/avatar";
import { DeveloperFacts } from "@/components/shared/details/developer-facts";
import { SessionStatus } from "@/components/shared/status/session-status";
import { Button } from "@/components/ui/button";
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from "@/components/ui/dropdown-menu";
import type { Session } from "@/lib/contract/sessions/schemas";
import { formatCost, formatCount } from "@/lib/utils/text/format-figures";
import { DeleteSession } from "../history/delete-session";
import { RenameSession } from "../history/rename-session";
import { ShareSession } from "../history/share-session";
import { useNewSession } from "./use-new-session";

/** Below 1,024 px the header's buttons only show their icons. */
const compact = "max-lg:size-9 max-lg:px-0";

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
  const base = `/${slug}/session/${session._id}`;
  const other = view === "chat" ? { label: "Trace", href: `${base}/trace` } : { label: "Session", href: base };
  const OtherIcon = view === "chat" ? Activity : MessageSquare;
  return (
    <header className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-b bg-surface px-4 py-2 md:grid-cols-[auto_minmax(0,1fr)_auto_auto]">
      <Avatar name={session.appName} filename={session.app?.icon?.filename} size="md" />
      <div className="min-w-0">
        <h1 dir="auto" title={session.name} className="truncate text-left font-semibold text-section">
          {session.name}
        </h1>
        {formatNames(session) !== session.name && (
          <p dir="auto" className="truncate text-left text-label text-muted">
            {formatNames(session)}
          </p>
        )}
        <DeveloperFacts of={session} />
      </div>
      <div className="flex items-center gap-2 max-md:col-span-2 max-md:col-start-2 max-md:row-start-2 max-md:mt-1 md:gap-3">
        <SessionStatus
          status={status}
          lastRun={running && session.lastRun?.status !== "waiting" ? null : session.lastRun}
        />
        <Totals usage={session.usage} />
      </div>
      <div className="flex shrink-0 items-center gap-1 self-start md:self-center">
        {running && (
          <Button size="sm" variant="outline" className={compact} onClick={onStop}>
            <Square aria-hidden className="fill-current" /> <span className="max-lg:sr-only">Cancel run</span>
          </Button>
        )}
        <ShareSession slug={slug} session={session} className={compact} />
        <Button size="sm" variant="ghost" className={compact} asChild>
          <Link href={other.href}>
            <OtherIcon aria-hidden /> <span className="max-lg:sr-only">{other.label}</span>
          </Link>
        </Button>
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button size="icon" variant="ghost" aria-label="More">
              <EllipsisVertical />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            <MenuActions
              actions={[
                { label: "Rename", icon: <Pencil />, onSelect: () => setRenaming(true) },
                ...(another ? [{ label: "New session", icon: <MessageSquarePlus />, onSelect: another.start }] : []),
                { label: "Delete", icon: <Trash2 />, danger: true, onSelect: () => setDeleting(true) },
              ]}
            />
          </DropdownMenuContent>
        </DropdownMenu>
      </div>
      {renaming && <RenameSession slug={slug} session={session} onDone={() => setRenaming(false)} />}
      <DeleteSession slug={slug} session={session} open={deleting} onOpenChange={setDeleting} leave />
    </header>
  );
}

/** Returns the app's and the agent's name, once if they are equal. */
function formatNames({ appName, agentName }: Session): string {
  return agentName && agentName !== appName ? `${appName} · ${agentName}` : appName;
}

function Totals({ usage }: Pick<Session, "usage">) {
  const { inputTokens, outputTokens, costUsd } = usage;
  return (
    <p
      className="whitespace-nowrap text-label text-muted tabular-nums"
      title={`${inputTokens.toLocaleString("en")} input tokens, ${outputTokens.toLocaleString("en")} output tokens`}
    >
      {formatCount(inputTokens + outputTokens)} tokens · {formatCost(costUsd)}
    </p>
  );
}
