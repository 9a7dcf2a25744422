import { agents } from "../../platform/db/tables/agents";
import { notChatModel } from "../references/models";
import { defineResource, reference, referenceKeys, referenceList, referenceNames } from "../references/resource";
import { pinIssues } from "../references/tools";
import { agentPartOf } from "./part";

export const agentResource = defineResource({
  kind: "agent",
  table: agents,
  toPart: agentPartOf,
  references: {
    modelId: reference("model", { onDelete: "clear", refuse: notChatModel, part: "model" }),
    functionModelId: reference("model", { onDelete: "clear", refuse: notChatModel, part: "functionModel" }),
    iconId: reference("asset", { onDelete: "clear" }),
    toolIds: referenceList("tool", { onDelete: "remove", part: "tools.*" }),
    toolRevisions: referenceKeys("tool", pinIssues),
    variableIds: referenceList("variable", { onDelete: "remove", part: "variables.*" }),
    promptNames: referenceNames("variable"),
  },
});
