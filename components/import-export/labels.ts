import type { Tone } from "@/components/ui/badge";
import type { PartAction, PreviewNeed, PreviewPart } from "@/lib/contract/transfers/schemas";

export const kindLabels: Record<PreviewPart["kind"], string> = {
  app: "App",
  agent: "Agent",
  task: "Task",
  tool: "Tool",
};

export const needLabels: Record<PreviewNeed["kind"], string> = {
  model: "Model",
  datasource: "Data source",
  variable: "Variable",
  person: "Person",
};

export const statusLabels: Record<PreviewPart["status"], { label: string; tone: Tone }> = {
  new: { label: "New", tone: "success" },
  same: { label: "Unchanged", tone: "neutral" },
  changed: { label: "Changed", tone: "warning" },
};

/** Returns the label of an action on a part. For a tool it says whether the new revision is applied. */
export function actionLabel({ kind, status, name, as, action: now }: PreviewPart, action: PartAction): string {
  switch (action) {
    case "new":
      if (now === "new" && as !== name) return `Add as “${as}”`;
      return status === "new" ? "Add" : "Add a copy";
    case "replace":
      return kind === "tool" ? "Replace with a new applied revision" : "Replace";
    case "revision":
      return "New draft revision";
    case "use":
      return "Keep existing";
    case "leave":
      return "Skip";
    default:
      return action satisfies never;
  }
}
