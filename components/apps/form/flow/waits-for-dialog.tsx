"use client";

import { useState } from "react";
import { CheckList, toChoices } from "@/components/shared/form/check-list";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogFooter } from "@/components/ui/dialog";

interface WaitsForDialogProps {
  name: string;
  after: readonly string[];
  others: readonly { id: string; name: string }[];
  onClose(): void;
  onChange(after: string[]): void;
}

/** Chooses the tasks that a step waits for. */
export function WaitsForDialog({ name, after, others, onClose, onChange }: WaitsForDialogProps) {
  const [chosen, setChosen] = useState<readonly string[]>(after);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Dependencies of “${name}”`}
        description="Runs after the selected tasks and receives their output, in addition to the task's own context."
      >
        <div className="grid gap-4">
          <CheckList choices={toChoices(others)} chosen={chosen} onChange={setChosen} />
          <DialogFooter>
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button
              onClick={() => {
                onChange([...chosen]);
                onClose();
              }}
            >
              Done
            </Button>
          </DialogFooter>
        </div>
      </DialogContent>
    </Dialog>
  );
}
