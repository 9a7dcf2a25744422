"use client";

import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";

const shortcuts: readonly (readonly [keys: readonly string[], what: string])[] = [
  [["Ctrl", "K"], "Command palette"],
  [["Ctrl", "B"], "Toggle sidebar"],
  [["/"], "Search the list"],
  [["Enter"], "Send a message"],
  [["Shift", "Enter"], "New line in a message"],
  [["Esc"], "Close a dialog or menu"],
  [["?"], "Show shortcuts"],
];

export function ShortcutsDialog({ onOpenChange }: { onOpenChange(open: boolean): void }) {
  return (
    <Dialog open onOpenChange={onOpenChange}>
      <DialogContent title="Keyboard shortcuts" description="On a Mac, use Cmd instead of Ctrl.">
        <dl className="divide-y">
          {shortcuts.map(([keys, what]) => (
            <div key={what} className="flex items-center justify-between gap-4 py-2">
              <dt>{what}</dt>
              <dd className="flex shrink-0 gap-1">
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </DialogContent>
    </Dialog>
  );
}
