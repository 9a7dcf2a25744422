import type { AskRules, Assignee } from "@/lib/contract/asks";
import type { FileAsks } from "@/lib/contract/transfer-file";

type FileAssignee = NonNullable<FileAsks>["assignee"];

const toFile = (assignee: Assignee): FileAssignee =>
  assignee.type === "account" ? { type: "person", person: assignee.accountId } : assignee;

/** Whoever is not named any more: anyone. */
const fromFile = (assignee: FileAssignee): Assignee =>
  assignee.type !== "person"
    ? assignee
    : assignee.person
      ? { type: "account", accountId: assignee.person }
      : { type: "anyone" };

/** Rules as a file has them, with ids where the file has names. */
export const fileAsksOf = (asks: AskRules | null): FileAsks =>
  asks && { ...asks, assignee: toFile(asks.assignee), passTo: asks.passTo && toFile(asks.passTo) };

export const asksOf = (asks: FileAsks): AskRules | null =>
  asks && { ...asks, assignee: fromFile(asks.assignee), passTo: asks.passTo && fromFile(asks.passTo) };
