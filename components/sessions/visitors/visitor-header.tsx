import { History, MessageSquarePlus } from "lucide-react";
import { Avatar } from "@/components/shared/details/avatar";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { AccountResponse } from "@/lib/contract/accounts/schemas";
import type { SharedApp } from "@/lib/contract/shares/schemas";

interface HeaderProps {
  app: SharedApp;
  sessions: NonNullable<AccountResponse["visitor"]>["sessions"];
  current: string | undefined;
  pending: boolean;
  onChoose(sessionId: string): void;
  onNew(): void;
  /** Called before the list opens, to refresh names and times. */
  onOpenList(): void;
}

/** The app's name and description, the visitor's earlier conversations, and a button for a new one. */
export function VisitorHeader({ app, sessions, current, pending, onChoose, onNew, onOpenList }: HeaderProps) {
  return (
    <header className="flex items-center gap-3 border-b bg-surface px-4 py-2">
      <Avatar name={app.name} filename={app.icon?.filename} size="md" />
      <div className="min-w-0 flex-1">
        <h1 dir="auto" title={app.name} className="truncate text-left font-semibold text-section">
          {app.name}
        </h1>
        {app.description && (
          <p dir="auto" title={app.description} className="truncate text-left text-label text-muted">
            {app.description}
          </p>
        )}
      </div>
      {sessions.length > 1 && (
        <DropdownMenu onOpenChange={(open) => open && onOpenList()}>
          <DropdownMenuTrigger asChild>
            <Button size="sm" variant="ghost" className="max-lg:size-9 max-lg:px-0">
              <History aria-hidden /> <span className="max-lg:sr-only">Your sessions</span>
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end" className="max-h-96 w-80 max-w-[calc(100vw-2rem)] overflow-y-auto">
            <DropdownMenuRadioGroup value={current}>
              {sessions.map(({ _id, name, lastUpdatedDate }) => (
                <DropdownMenuRadioItem key={_id} value={_id} onSelect={() => onChoose(_id)}>
                  <span dir="auto" className="min-w-0 flex-1 truncate text-left">
                    {name}
                  </span>
                  <span className="shrink-0 text-label text-muted">
                    <RelativeTime date={lastUpdatedDate} />
                  </span>
                </DropdownMenuRadioItem>
              ))}
            </DropdownMenuRadioGroup>
          </DropdownMenuContent>
        </DropdownMenu>
      )}
      <Button size="sm" variant="outline" className="max-lg:size-9 max-lg:px-0" loading={pending} onClick={onNew}>
        <MessageSquarePlus aria-hidden /> <span className="max-lg:sr-only">New session</span>
      </Button>
    </header>
  );
}
