import type { Metadata } from "next";
import { EditAgentPage } from "@/components/agents/agent-page";

export const metadata: Metadata = { title: "Agent" };

export default async function Page({ params }: { params: Promise<{ agentId: string }> }) {
  const { agentId } = await params;
  return <EditAgentPage key={agentId} agentId={agentId} />;
}
