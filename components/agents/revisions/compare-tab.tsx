"use client";

import { ArrowUp, RotateCcw } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { QueryError } from "@/components/shared/status/error-state";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { OptionSelect } from "@/components/ui/option-select";
import { Skeleton } from "@/components/ui/skeleton";
import { Textarea } from "@/components/ui/textarea";
import { useComparedSession } from "@/context/embedded-parts";
import { usePermission } from "@/hooks/account/use-permission";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { agents } from "@/lib/contract/agents/calls";
import type { AgentDraft } from "@/lib/contract/agents/definition";
import type { Agent } from "@/lib/contract/agents/schemas";
import { Permission } from "@/lib/permissions/bits";
import { cn } from "@/lib/utils/cn";
import { useComparison } from "./use-comparison";

interface CompareTabProps {
  slug: string;
  agent: Agent;
  draft: AgentDraft | null;
}

/** Two revisions of the agent side by side, which answer the same messages. */
export function CompareTab({ slug, agent, draft }: CompareTabProps) {
  const { why } = usePermission();
  const renderSession = useComparedSession();
  const [text, setText] = useState("");
  const params = { resourceSlug: slug, agentId: agent._id };
  const list = useEndpoint(agents.revisions, { params });
  const comparison = useComparison({ slug, agent, draft, revisions: list.data?.revisions ?? [] });
  const { options, sides, started, pending, send, restart, choose } = comparison;
  if (list.error) return <QueryError error={list.error} refetch={list.refetch} />;
  if (!list.data) return <Skeleton className="h-96 rounded-card" />;
  const disabledReason = why(Permission.EDIT_AGENT);
  const submit = async () => {
    const message = text.trim();
    if (message && !pending && (await send(message))) setText("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        {([0, 1] as const).map((side) => {
          const label = side === 0 ? "Left" : "Right";
          const sessionId = started?.sessionIds[side];
          return (
            <section
              key={side}
              aria-label={`${label}: ${options.find(({ value }) => value === sides[side])?.label ?? ""}`}
              className={cn(
                "flex h-[calc(100dvh-24rem)] min-h-72 min-w-0 flex-col overflow-hidden rounded-card border bg-surface",
                // The message input stays in view on a phone.
                !started && "max-md:h-auto max-md:min-h-32",
              )}
            >
              <div className="border-b p-2">
                <OptionSelect
                  aria-label={`${label} revision`}
                  size="sm"
                  value={sides[side]}
                  options={options}
                  onChange={(id) => choose(side, id)}
                />
              </div>
              <div className="min-h-0 flex-1">
                {started && sessionId ? (
                  renderSession(slug, sessionId, started.message)
                ) : (
                  <p className="p-4 text-muted text-secondary">The answer appears here.</p>
                )}
              </div>
            </section>
          );
        })}
      </div>
      <div className="flex items-end gap-2">
        <Textarea
          aria-label="Message to both revisions"
          placeholder="Send a message to both revisions…"
          rows={1}
          maxRows={8}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
        />
        {started && (
          <Button variant="outline" size="icon" aria-label="Restart" onClick={restart}>
            <RotateCcw aria-hidden />
          </Button>
        )}
        <DisabledTooltip disabledReason={disabledReason}>
          <Button size="icon" aria-label="Send to both revisions" loading={pending} onClick={() => void submit()}>
            <ArrowUp aria-hidden />
          </Button>
        </DisabledTooltip>
      </div>
      <p className="text-muted text-secondary">
        Both sessions are previews. They count toward your team's budget but aren't listed in the session history.
      </p>
    </div>
  );
}
