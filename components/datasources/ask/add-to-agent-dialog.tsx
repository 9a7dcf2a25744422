"use client";

import { useState } from "react";
import { Field } from "@/components/shared/form/field";
import { AddLink } from "@/components/shared/page/add-link";
import { AgentSelect } from "@/components/shared/pickers/agent-select";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { agents } from "@/lib/contract/agents/calls";
import type { Datasource } from "@/lib/contract/datasources/outputs";

interface AddToAgentProps {
  slug: string;
  datasource: Pick<Datasource, "name" | "toolId">;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Gives the search tool of a data source to an agent. */
export function AddToAgentDialog({ datasource, open, onOpenChange, ...props }: AddToAgentProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={`Add “${datasource.name}” to an agent`}
        description="The agent can then search its documents and cite them."
      >
        {datasource.toolId && <AddToAgent {...props} toolId={datasource.toolId} onDone={() => onOpenChange(false)} />}
      </DialogContent>
    </Dialog>
  );
}

function AddToAgent({ slug, toolId, onDone }: { slug: string; toolId: string; onDone(): void }) {
  const [agentId, setAgentId] = useState("");
  const params = { resourceSlug: slug };
  const { data } = useEndpoint(agents.get, { params: { ...params, agentId }, enabled: agentId !== "" });
  const agent = data?.agent._id === agentId ? data.agent : undefined;
  const edit = useAction(agents.edit, {
    success: "Added to the agent.",
    invalidate: ["tools", "datasources"],
    navigate: false,
    onSuccess: onDone,
  });
  const problem = agent?.toolIds.includes(toolId) ? "This agent already searches this data source." : undefined;
  const add = () => {
    if (!agent) return;
    const { toolIds, version } = agent;
    void edit.run({ params: { ...params, agentId }, body: { toolIds: [...toolIds, toolId], version } });
  };
  return (
    <div className="grid gap-4">
      <Field
        label="Agent"
        error={problem}
        aside={<AddLink href={`/${slug}/agent/add?tool=${toolId}`}>New agent</AddLink>}
      >
        <AgentSelect slug={slug} value={agentId} onChange={setAgentId} />
      </Field>
      <DialogFooter onCancel={onDone}>
        <DisabledTooltip disabledReason={problem ?? (agentId ? undefined : "Choose an agent first.")}>
          <Button changes loading={edit.pending || (agentId !== "" && !agent)} onClick={add}>
            Add to agent
          </Button>
        </DisabledTooltip>
      </DialogFooter>
    </div>
  );
}
