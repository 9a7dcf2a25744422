import { useEndpoint } from "@/hooks/api/use-endpoint";
import { agents } from "@/lib/contract/agents/calls";
import { apps } from "@/lib/contract/apps/calls";
import type { TestSet } from "@/lib/contract/testsets/schemas";

/** Tests with another model. */
export const otherModel = "model";
const draftValue = "draft";
const appliedValue = "applied";

/** What of the agent or app can be tested: the applied revision, the draft, earlier revisions, another model. */
export function useRunOptions(slug: string, { agentId, appId }: Pick<TestSet, "agentId" | "appId">) {
  const agentParams = { resourceSlug: slug, agentId: agentId ?? "" };
  const appParams = { resourceSlug: slug, appId: appId ?? "" };
  const agent = useEndpoint(agents.get, { params: agentParams, enabled: agentId !== null });
  const ofAgent = useEndpoint(agents.revisions, { params: agentParams, enabled: agentId !== null });
  const app = useEndpoint(apps.get, { params: appParams, enabled: appId !== null });
  const isProcess = app.data ? app.data.app.revision !== null : false;
  const ofApp = useEndpoint(apps.revisions, { params: appParams, enabled: isProcess });
  const revisions = (agentId ? ofAgent : ofApp).data?.revisions ?? [];
  const draft = agentId ? agent.data?.draft : app.data?.draft;
  const applied = revisions.find((one) => one.applied);
  return {
    pending: agentId ? agent.isPending || ofAgent.isPending : app.isPending || (isProcess && ofApp.isPending),
    first: draft ? draftValue : appliedValue,
    options: [
      { value: appliedValue, label: applied ? `Revision ${applied.number} (applied)` : "Current settings" },
      ...(draft ? [{ value: draftValue, label: "Draft" }] : []),
      ...revisions
        .filter((one) => !one.applied)
        .map(({ number, note }) => ({ value: String(number), label: `Revision ${number}`, help: note })),
      ...(agentId ? [{ value: otherModel, label: "Different model" }] : []),
    ],
  };
}

/** The body of the run for an option. */
export function toSubject(option: string, modelId: string | null) {
  if (option === draftValue) return { draft: true };
  if (option === otherModel) return modelId ? { modelId } : {};
  return option === appliedValue ? {} : { revision: Number(option) };
}
