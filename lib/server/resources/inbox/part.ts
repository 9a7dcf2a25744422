import type { Assignee, InputRequestRules } from "@/lib/contract/sessions/input-request-rules";
import type { FileInputRequestRules } from "@/lib/contract/transfers/input-request-rules";

type FileAssignee = FileInputRequestRules["assignee"];

const toFile = (assignee: Assignee): FileAssignee =>
  assignee.type === "account" ? { type: "person", person: assignee.accountId } : assignee;

/** An unknown assignee becomes anyone. */
const fromFile = (assignee: FileAssignee): Assignee =>
  assignee.type !== "person"
    ? assignee
    : assignee.person
      ? { type: "account", accountId: assignee.person }
      : { type: "anyone" };

/** Returns the rules as part of an exported file, with ids instead of names. */
export const toFileInputRequest = (rules: InputRequestRules): FileInputRequestRules => ({
  ...rules,
  assignee: toFile(rules.assignee),
  passTo: rules.passTo && toFile(rules.passTo),
});

export const fromFileInputRequest = (rules: FileInputRequestRules): InputRequestRules => ({
  ...rules,
  assignee: fromFile(rules.assignee),
  passTo: rules.passTo && fromFile(rules.passTo),
});
