import { useState } from "react";
import type { ComparedMessage } from "@/context/embedded-parts";
import { errorMessage } from "@/lib/api/api-error";
import { call } from "@/lib/api/browser";
import { agents } from "@/lib/contract/agents/calls";
import type { AgentDefinition, AgentDraft } from "@/lib/contract/agents/definition";
import type { Agent } from "@/lib/contract/agents/schemas";
import type { NumberedRevision } from "@/lib/contract/base/revisions";
import { toast } from "@/lib/utils/toasts/toast";

const draftId = "draft";

interface Started {
  sessionIds: string[];
  message: ComparedMessage;
}

interface Compared {
  slug: string;
  agent: Agent;
  draft: AgentDraft | null;
  revisions: readonly NumberedRevision[];
}

/** Two of an agent's revisions, or its draft, each with a preview that gets the same messages. */
export function useComparison({ slug, agent, draft, revisions }: Compared) {
  const options = [
    ...(draft ? [{ value: draftId, label: "Draft" }] : []),
    ...revisions.map(({ _id, number, applied }) => ({
      value: _id,
      label: `Revision ${number}${applied ? ", applied" : ""}`,
    })),
  ];
  const applied = revisions.find((one) => one.applied)?._id ?? "";
  const other = draft ? draftId : (revisions.find((one) => !one.applied)?._id ?? applied);
  const [chosen, setChosen] = useState<[string, string]>();
  const [started, setStarted] = useState<Started>();
  const [pending, setPending] = useState(false);
  const sides = chosen ?? [applied, other];

  const readDefinition = async (id: string): Promise<AgentDefinition> => {
    if (id === draftId && draft) return draft.definition;
    const params = { resourceSlug: slug, agentId: agent._id, agentRevisionId: id };
    return (await call(agents.revision, { params })).revision.definition;
  };
  const startPreview = async (id: string): Promise<string> => {
    const { modelId, ...definition } = await readDefinition(id);
    const body = { ...definition, modelId: modelId ?? "", agentId: agent._id };
    return (await call(agents.preview, { params: { resourceSlug: slug }, body }))._id;
  };
  const send = async (text: string): Promise<boolean> => {
    setPending(true);
    try {
      const sessionIds = started?.sessionIds ?? (await Promise.all(sides.map(startPreview)));
      setStarted({ sessionIds, message: { id: (started?.message.id ?? 0) + 1, text } });
      return true;
    } catch (error) {
      toast.error(errorMessage(error));
      return false;
    } finally {
      setPending(false);
    }
  };
  return {
    options,
    sides,
    started,
    pending,
    send,
    restart: () => setStarted(undefined),
    choose: (side: 0 | 1, id: string) => {
      setChosen(side === 0 ? [id, sides[1]] : [sides[0], id]);
      setStarted(undefined);
    },
  };
}
