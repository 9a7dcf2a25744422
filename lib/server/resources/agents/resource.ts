import { agents } from "../../platform/db/tables/agents";
import { findChatModelProblem } from "../references/models";
import { defineResource, reference, referenceKeys, referenceList, referenceNames } from "../references/resource";
import { findPinIssues } from "../references/tools";
import { toAgentPart } from "./part";
import { prepareRestore } from "./restore";

export const agentResource = defineResource({
  kind: "agent",
  table: agents,
  toPart: toAgentPart,
  references: {
    modelId: reference("model", { onDelete: "clear", refuse: findChatModelProblem, part: "model" }),
    functionModelId: reference("model", { onDelete: "clear", refuse: findChatModelProblem, part: "functionModel" }),
    iconId: reference("asset", { onDelete: "clear" }),
    toolIds: referenceList("tool", { onDelete: "remove", part: "tools.*" }),
    toolRevisions: referenceKeys("tool", findPinIssues),
    variableIds: referenceList("variable", { onDelete: "remove", part: "variables.*" }),
    promptNames: referenceNames("variable"),
  },
  trash: { prepare: prepareRestore },
});
