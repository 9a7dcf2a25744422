import { tasks } from "../../platform/db/tables/tasks";
import type { variables } from "../../platform/db/tables/variables";
import { defineResource, reference, referenceField, referenceList, referenceNames } from "../references/resource";
import { listSetVariables, wouldDependOnItself } from "./form";
import { toTaskPart } from "./part";
import { prepareRestore } from "./restore";

/** A task cannot set a secret variable, because output of models and people is not secret. */
const findSettingProblem = ({ name, secret }: typeof variables.$inferSelect): string | undefined =>
  secret ? `The variable ${name} is secret. Tasks can't set it.` : undefined;

export const taskResource = defineResource({
  kind: "task",
  table: tasks,
  toPart: toTaskPart,
  references: {
    agentId: reference("agent", { onDelete: "clear", part: "agent" }),
    toolIds: referenceList("tool", { onDelete: "remove", part: "tools.*" }),
    contextTaskIds: referenceList("task", { onDelete: "remove", isInvalidNow: wouldDependOnItself, part: "context.*" }),
    outputVariableId: reference("variable", { onDelete: "clear", refuse: findSettingProblem, part: "outputVariable" }),
    formFields: referenceField("variableId", "variable", {
      onDelete: "remove",
      refuse: findSettingProblem,
      part: "formFields.*.variable",
    }),
    variableIds: referenceList("variable", { onDelete: "remove", computed: true }),
    promptNames: referenceNames("variable"),
  },
  trash: { prepare: prepareRestore, derive: (row) => ({ variableIds: listSetVariables(row) }) },
});
