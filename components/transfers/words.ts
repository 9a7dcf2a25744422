import type { Tone } from "@/components/ui/badge";
import type { PartAction, PreviewNeed, PreviewPart } from "@/lib/contract/transfers";

export const kindWords: Record<PreviewPart["kind"], string> = {
  app: "App",
  agent: "Agent",
  task: "Task",
  tool: "Tool",
};

export const needWords: Record<PreviewNeed["kind"], string> = {
  ...{ model: "Model", datasource: "Datasource", variable: "Variable", person: "Person" },
};

export const statusLooks: Record<PreviewPart["status"], { label: string; tone: Tone }> = {
  new: { label: "New", tone: "success" },
  same: { label: "The same", tone: "neutral" },
  changed: { label: "Different", tone: "warning" },
};

/** What can become of a part. What a tool's new revision does is said, as it is not applied in silence. */
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
