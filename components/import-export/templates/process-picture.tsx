import { FileText, Hand, ListChecks, UsersRound } from "lucide-react";
import { ProcessLevels } from "@/components/shared/process/process-levels";
import type { TaskPart, TransferFile } from "@/lib/contract/transfers/file";
import { PictureTile } from "./picture-tile";

const findIcon = ({ requiresHumanInput, storeTaskOutput }: TaskPart) =>
  requiresHumanInput ? Hand : storeTaskOutput ? FileText : ListChecks;

/** The tasks of a template as a graph, and the agents that a manager delegates to. */
export function ProcessPicture({ file: { app, tasks } }: { file: TransferFile }) {
  const team = app.type === "process" && app.process === "hierarchical" ? app.agents : undefined;
  const levels = tasks.map((task) => ({ ...task, taskId: task.name, waitsFor: task.context }));
  return (
    <div className="grid gap-2">
      <ProcessLevels
        compact
        tasks={levels}
        tile={(task) => <PictureTile icon={findIcon(task)} title={task.name} detail={task.agent ?? "Manager"} />}
      />
      {team && <PictureTile icon={UsersRound} title="Delegates to" detail={team.join(", ")} />}
    </div>
  );
}
