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
  datasource: "Datasource",
  variable: "Variable",
  person: "Person",
};

export const statusLabels: Record<PreviewPart["status"], { label: string; tone: Tone }> = {
  new: { label: "New", tone: "success" },
  same: { label: "The same", tone: "neutral" },
  changed: { label: "Different", tone: "warning" },
};

/** Returns the label of an action on a part. For a tool it says whether the new revision is applied. */
export function actionLabel({ kind, status, name, as, action: now }: PreviewPart, action: PartAction): string {
  switch (action) {
    case "new":
      if (now === "new" && as !== name) return `Add as "${as}"`;
      return status === "new" ? "Add it" : "Add another one";
    case "replace":
      return kind === "tool" ? "Replace: a new revision, applied" : "Replace the one here";
    case "revision":
      return "A new revision, not applied";
    case "use":
      return "Use the one here";
    case "leave":
      return "Leave it out";
    default:
      return action satisfies never;
  }
}
