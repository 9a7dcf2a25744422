"use client";

import { type KeyboardEvent, useEffect, useEffectEvent, useState } from "react";
import { Field } from "@/components/shared/form/field";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Input } from "@/components/ui/input";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { agents } from "@/lib/contract/agents/calls";
import { tasks } from "@/lib/contract/tasks/calls";
import { Permission } from "@/lib/permissions/bits";

interface QuickTaskProps {
  slug: string;
  /** The agent of the task before; default: the team's only one. */
  agentId: string | null | undefined;
  onCreated(taskId: string): void;
}

const nameLength = 60;

/** Creates a task from one line. Everything else is filled in, and can be changed in the task. */
export function QuickTask({ slug, agentId, onCreated }: QuickTaskProps) {
  const { why } = usePermission();
  const [text, setText] = useState("");
  const [createdId, setCreatedId] = useState<string>();
  // The form may have changed while the server was waited for: the handler of the last render is called.
  const announce = useEffectEvent(onCreated);
  useEffect(() => {
    if (createdId) announce(createdId);
  }, [createdId]);
  const params = { resourceSlug: slug };
  const { data } = useEndpoint(agents.list, { params, query: { limit: 2 }, enabled: !agentId });
  const add = useAction(tasks.add, { navigate: false, invalidate: ["agents"] });
  const disabledReason = why(Permission.CREATE_TASK);
  const create = async () => {
    const description = text.trim();
    if (!description || disabledReason || add.pending) return;
    const body = {
      name: description.slice(0, nameLength),
      description,
      expectedOutput: "A complete and well-organized result.",
      agentId: agentId ?? (data?.agents.length === 1 ? data.agents[0]?._id : undefined) ?? null,
    };
    setText("");
    const created = await add.run({ params, body });
    if (created) setCreatedId(created._id);
    else setText(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    void create();
  };
  return (
    <Field label="Create a task" help="Describe it in a sentence and press Enter. Select its card to add details.">
      <div className="flex gap-2">
        <Input
          aria-label="Create a task"
          className="flex-1"
          placeholder="Summarize the findings for management"
          maxLength={1_000}
          readOnly={add.pending}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
        />
        <DisabledTooltip disabledReason={disabledReason}>
          <Button variant="outline" loading={add.pending} onClick={() => void create()}>
            Create
          </Button>
        </DisabledTooltip>
      </div>
    </Field>
  );
}
