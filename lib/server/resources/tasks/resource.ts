import { tasks } from "../../platform/db/tables/tasks";
import type { variables } from "../../platform/db/tables/variables";
import { defineResource, reference, referenceField, referenceList, referenceNames } from "../references/resource";
import { taskPartOf } from "./part";

/** Output of models and people is not secret. */
const notSettable = ({ name, secret }: typeof variables.$inferSelect): string | undefined =>
  secret ? `The variable ${name} is secret: no task can set it.` : undefined;

export const taskResource = defineResource({
  kind: "task",
  table: tasks,
  toPart: taskPartOf,
  references: {
    agentId: reference("agent", { onDelete: "clear", part: "agent" }),
    toolIds: referenceList("tool", { onDelete: "remove", part: "tools.*" }),
    contextTaskIds: referenceList("task", { onDelete: "remove", part: "context.*" }),
    outputVariableId: reference("variable", { onDelete: "clear", refuse: notSettable, part: "outputVariable" }),
    formFields: referenceField("variableId", "variable", {
      onDelete: "remove",
      refuse: notSettable,
      part: "formFields.*.variable",
    }),
    variableIds: referenceList("variable", { onDelete: "remove", computed: true }),
    promptNames: referenceNames("variable"),
  },
});
