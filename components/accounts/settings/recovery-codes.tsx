"use client";

import { Download } from "lucide-react";
import { useId, useState } from "react";
import { CopyButton } from "@/components/shared/details/copy-button";
import { Banner } from "@/components/shared/status/banner";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { DialogFooter } from "@/components/ui/dialog";
import { saveBlob } from "@/lib/utils/browser/save-blob";

/** Shows the recovery codes. They cannot be shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [saved, setSaved] = useState(false);
  const id = useId();
  const text = `${codes.join("\n")}\n`;
  const save = () =>
    saveBlob(new Blob([`Muster recovery codes\n\n${text}`], { type: "text/plain" }), "muster-recovery-codes.txt");
  return (
    <div className="grid gap-4">
      <Banner tone="warning">
        Store these recovery codes where you can find them without your phone. They are shown only once. Each can be
        used once in place of a code from your app.
      </Banner>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-control border bg-sunken px-4 py-3 font-mono tabular-nums"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label="Copy codes" showLabel variant="outline" />
        <Button variant="outline" size="sm" onClick={save}>
          <Download aria-hidden /> Save as file
        </Button>
      </div>
      <div className="flex items-center gap-2">
        <Checkbox id={id} checked={saved} onChange={setSaved} />
        <label htmlFor={id}>I've saved these codes.</label>
      </div>
      <DialogFooter>
        <Button disabled={!saved} onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </div>
  );
}
