import { useEndpoint } from "@/hooks/api/use-endpoint";
import { agents } from "@/lib/contract/agents/calls";
import { apps } from "@/lib/contract/apps/calls";
import type { App } from "@/lib/contract/apps/schemas";

/** The revisions to which a publication can be pinned: of a chat's agent, or of the process. */
export function useRevisions(slug: string, app: App) {
  const { agentId } = app.chatAppConfig;
  const isChat = app.type === "chat";
  const params = { resourceSlug: slug };
  const ofAgent = useEndpoint(agents.revisions, {
    params: { ...params, agentId: agentId ?? "" },
    enabled: isChat && agentId !== null,
  });
  const ofProcess = useEndpoint(apps.revisions, { params: { ...params, appId: app._id }, enabled: !isChat });
  return (isChat ? ofAgent.data?.revisions : ofProcess.data?.revisions) ?? [];
}
