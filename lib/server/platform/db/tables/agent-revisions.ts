import type { AgentDefinition } from "@/lib/contract/agents/definition";
import { agents } from "./agents";
import { defineRevisionTable } from "./revision-table";

export const agentRevisions = defineRevisionTable<AgentDefinition>()("agent_revisions", "agent_id", () => agents.id);
