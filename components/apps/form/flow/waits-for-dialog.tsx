"use client";

import { useState } from "react";
import { CheckField } from "@/components/shared/form/check-field";
import { Banner } from "@/components/shared/status/banner";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogFooter } from "@/components/ui/dialog";

interface WaitsForDialogProps {
  name: string;
  after: readonly string[];
  others: readonly { id: string; name: string }[];
  /** Why a choice is impossible. */
  findRefusal(after: readonly string[]): string | undefined;
  onClose(): void;
  onChange(after: string[]): void;
}

/** Chooses the tasks that a step waits for. */
export function WaitsForDialog({ name, after, others, findRefusal, onClose, onChange }: WaitsForDialogProps) {
  const [chosen, setChosen] = useState<readonly string[]>(after);
  const refusal = findRefusal(chosen);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`What does “${name}” wait for?`}
        description="It starts when these tasks are done, and receives their outputs."
      >
        <div className="grid gap-4">
          <div className="grid gap-2">
            {others.map(({ id, name: other }) => (
              <CheckField
                key={id}
                label={other}
                checked={chosen.includes(id)}
                onChange={(on) => setChosen(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
              />
            ))}
          </div>
          {refusal && <Banner tone="warning">{refusal}</Banner>}
          <DialogFooter>
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button
              disabled={refusal !== undefined}
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
