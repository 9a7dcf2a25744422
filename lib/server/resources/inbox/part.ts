import type { Assignee, InputRequestRules } from "@/lib/contract/sessions/input-request-rules";
import type { FileInputRequestRules } from "@/lib/contract/transfers/file";

type FileAssignee = NonNullable<FileInputRequestRules>["assignee"];

const toFile = (assignee: Assignee): FileAssignee =>
  assignee.type === "account" ? { type: "person", person: assignee.accountId } : assignee;

/** An unknown assignee becomes anyone. */
const fromFile = (assignee: FileAssignee): Assignee =>
  assignee.type !== "person"
    ? assignee
    : assignee.person
      ? { type: "account", accountId: assignee.person }
      : { type: "anyone" };

/** The rules' part of an exported file, with ids in place of names. */
export const toFileInputRequest = (asks: InputRequestRules | null): FileInputRequestRules =>
  asks && { ...asks, assignee: toFile(asks.assignee), passTo: asks.passTo && toFile(asks.passTo) };

export const fromFileInputRequest = (asks: FileInputRequestRules): InputRequestRules | null =>
  asks && { ...asks, assignee: fromFile(asks.assignee), passTo: asks.passTo && fromFile(asks.passTo) };
