"use client";

import { Sheet, SheetContent } from "@/components/ui/sheet";
import { useTaskEditor } from "@/context/embedded-parts";

interface TaskSheetProps {
  slug: string;
  /** A stored task, or a new one; undefined: closed. */
  taskId: string | "new" | undefined;
  onClose(): void;
  onSaved(taskId: string): void;
}

/** A task that is edited beside the process that it belongs to. */
export function TaskSheet({ slug, taskId, onClose, onSaved }: TaskSheetProps) {
  const renderEditor = useTaskEditor();
  return (
    <Sheet open={taskId !== undefined} onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={taskId === "new" ? "New task" : "Edit task"} className="w-[44rem]">
        {taskId && (
          // React passes events of portals on to the form around them.
          <div className="p-4 pt-0" onSubmit={(event) => event.stopPropagation()}>
            {renderEditor({ slug, taskId: taskId === "new" ? undefined : taskId, onSaved, onCancel: onClose })}
          </div>
        )}
      </SheetContent>
    </Sheet>
  );
}
