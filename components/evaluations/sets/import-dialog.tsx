"use client";

import { useRef, useState } from "react";
import { Banner } from "@/components/shared/status/banner";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { useAction } from "@/hooks/api/use-action";
import type { ResponseBody } from "@/lib/contract/base/endpoint";
import { testsets } from "@/lib/contract/testsets/calls";
import { pluralize } from "@/lib/utils/text/pluralize";
import { toast } from "@/lib/utils/toasts/toast";
import type { CaseValue } from "../cases/check-types";

const maxBytes = 6_000_000;
const shownCases = 50;

interface ImportProps {
  slug: string;
  onAdd(cases: CaseValue[]): void;
}

interface ImportDialogProps extends ImportProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Reads cases from a file, and adds them to the form after a preview. */
export function ImportDialog({ open, onOpenChange, ...props }: ImportDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        width="wide"
        title="Import cases"
        description="CSV with the columns input and output, JSONL with one item per line, or a promptfoo YAML file."
      >
        <ImportForm {...props} onClose={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

function ImportForm({ slug, onAdd, onClose }: ImportProps & { onClose(): void }) {
  const input = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<ResponseBody<typeof testsets.readCases>>();
  const read = useAction(testsets.readCases, { onSuccess: setFound });
  const open = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxBytes) return toast.error(`${file.name} is larger than the 6 MB limit. Choose another file.`);
    await read.run({ params: { resourceSlug: slug }, body: { filename: file.name, text: await file.text() } });
  };
  const add = () => {
    onAdd(found?.cases ?? []);
    onClose();
  };
  const count = found?.cases.length ?? 0;
  return (
    <div className="grid grid-cols-1 gap-4">
      <div>
        <Button variant="outline" loading={read.pending} onClick={() => input.current?.click()}>
          {found ? "Choose another file" : "Choose a file"}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="File with cases"
          accept=".csv,.jsonl,.json,.yaml,.yml"
          onChange={({ target }) => {
            void open(target.files?.[0]);
            // The same file can be chosen again after it was changed.
            target.value = "";
          }}
        />
      </div>
      {found && found.notes.length > 0 && (
        <Banner tone="warning">
          <ul className="wrap-anywhere grid gap-1">
            {found.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Banner>
      )}
      {found && count === 0 && <p className="text-muted">No cases were found in this file.</p>}
      {found && count > 0 && (
        <ul aria-label="Cases in the file" className="max-h-72 divide-y overflow-y-auto rounded-card border">
          {found.cases.slice(0, shownCases).map(({ input: text, checks }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cases of a file have no IDs
            <li key={i} className="flex items-center justify-between gap-3 px-3 py-2">
              <span dir="auto" className="truncate">
                {text}
              </span>
              <Badge className="shrink-0">{pluralize(checks.length, "check")}</Badge>
            </li>
          ))}
          {count > shownCases && <li className="px-3 py-2 text-muted text-secondary">and {count - shownCases} more</li>}
        </ul>
      )}
      <DialogFooter onCancel={onClose}>
        <Button disabled={count === 0} onClick={add}>
          Add {count === 0 ? "cases" : pluralize(count, "case")}
        </Button>
      </DialogFooter>
    </div>
  );
}
