import { type AgentPart, agentPart } from "@/lib/contract/transfers/file";
import type { AgentRow } from "./queries";

/** Returns the agent's part of an exported file, with ids instead of names. */
export const toAgentPart = ({ toolIds, variableIds, modelId, functionModelId, ...row }: AgentRow): AgentPart =>
  agentPart.strip().parse({
    ...row,
    model: modelId,
    functionModel: functionModelId,
    tools: toolIds,
    variables: variableIds,
  });

/** Returns the form of a file's agent, after names have been resolved to ids. */
export const toAgentForm = ({
  model,
  functionModel,
  tools,
  variables,
  ref: _ref,
  pinned: _pinned,
  revision: _revision,
  ...own
}: AgentPart) => ({
  ...own,
  modelId: model,
  functionModelId: functionModel,
  toolIds: tools,
  variableIds: variables,
});
