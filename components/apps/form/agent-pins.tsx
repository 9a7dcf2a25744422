"use client";

import { FormField } from "@/components/shared/form/form-field";
import { useFirstRows } from "@/hooks/api/use-first-rows";
import { agents } from "@/lib/contract/agents/calls";
import { AgentPin } from "./agent-pin";
import type { AppForm } from "./app-form";
import { useTaskOrder } from "./use-task-order";

type Pins = Record<string, number>;

const withPin = (pins: Pins, agentId: string, revision: number | undefined): Pins => {
  const others = Object.fromEntries(Object.entries(pins).filter(([id]) => id !== agentId));
  return revision === undefined ? others : { ...others, [agentId]: revision };
};

/** The agents of an app, each of which may be pinned to a revision. */
export function AgentPins({ form, slug }: { form: AppForm; slug: string }) {
  const [type, agentId, agentIds = [], taskIds = []] = form.watch(["type", "agentId", "agentIds", "taskIds"]);
  const isProcess = type === "process";
  const { findTask } = useTaskOrder(slug, isProcess ? taskIds : []);
  const used = isProcess ? [...agentIds, ...taskIds.map((id) => findTask(id)?.agentId)] : [agentId];
  const ids = [...new Set(used.filter((id) => id))] as string[];
  const rows = useFirstRows(agents.list, {
    params: { resourceSlug: slug },
    query: { limit: 100, sort: "name" },
    items: (page) => page.agents,
    enabled: ids.length > 0,
  });
  if (ids.length === 0) return null;
  const findName = (id: string) => rows?.find(({ _id }) => _id === id)?.name ?? "…";
  return (
    <FormField
      control={form.control}
      name="agentRevisions"
      label={isProcess ? "Agent revisions" : "Revision"}
      help="A pinned agent keeps its revision when another one is applied."
      group
    >
      {({ value: pins = {}, onChange }) => (
        <ul className="divide-y rounded-control border">
          {ids.map((id) => (
            <AgentPin
              key={id}
              slug={slug}
              agentId={id}
              name={findName(id)}
              pin={pins[id]}
              onPin={(revision) => onChange(withPin(pins, id, revision))}
            />
          ))}
        </ul>
      )}
    </FormField>
  );
}
