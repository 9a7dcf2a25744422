import type { Metadata } from "next";
import { AddAgentPage } from "@/components/agents/agent-page";

export const metadata: Metadata = { title: "New agent" };

export default function Page() {
  return <AddAgentPage />;
}
