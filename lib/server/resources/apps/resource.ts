import { matchesVisible } from "../../access/visibility/visible";
import { apps } from "../../platform/db/tables/apps";
import { findAgentPinIssues } from "../references/agents";
import { findChatModelProblem } from "../references/models";
import {
  defineResource,
  reference,
  referenceField,
  referenceKeys,
  referenceList,
  referenceNames,
} from "../references/resource";
import { toAppPart } from "./part";
import { prepareRestore } from "./restore";
import { toBranchColumns } from "./revisions";

export const appResource = defineResource({
  kind: "app",
  table: apps,
  toPart: toAppPart,
  private: { visible: (viewer) => matchesVisible(viewer, apps), name: "Private app" },
  references: {
    agentId: reference("agent", { onDelete: "clear", part: "agent" }),
    agentIds: referenceList("agent", { onDelete: "remove", part: "agents.*" }),
    managerModelId: reference("model", { onDelete: "clear", refuse: findChatModelProblem, part: "manager" }),
    branches: referenceField("modelId", "model", {
      onDelete: "remove",
      refuse: findChatModelProblem,
      part: "branches.*.model",
    }),
    branchModelIds: referenceList("model", { onDelete: "remove", computed: true }),
    taskIds: referenceList("task", { onDelete: "remove", part: "tasks.*" }),
    iconId: reference("asset", { onDelete: "clear" }),
    variableIds: referenceList("variable", { onDelete: "remove", part: "variables.*" }),
    promptNames: referenceNames("variable"),
    agentRevisions: referenceKeys("agent", findAgentPinIssues),
  },
  trash: { prepare: prepareRestore, derive: ({ branches }) => toBranchColumns(branches) },
});
