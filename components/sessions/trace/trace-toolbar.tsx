"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { CopyButton } from "@/components/shared/details/copy-button";
import { Button } from "@/components/ui/button";
import { Label } from "@/components/ui/label";
import { Switch } from "@/components/ui/switch";
import { errorMessage } from "@/lib/api/api-error";
import { saveBlob } from "@/lib/utils/browser/save-blob";
import { toast } from "@/lib/utils/toasts/toast";
import { useReadLog } from "./use-trace";

interface ToolbarProps {
  slug: string;
  sessionId: string;
  errorsOnly: boolean;
  onErrorsOnly(on: boolean): void;
  /** Returns the URL of the selected row. */
  link(): string;
}

export function TraceToolbar({ slug, sessionId, errorsOnly, onErrorsOnly, link }: ToolbarProps) {
  const readLog = useReadLog(slug, sessionId);
  const [loading, setLoading] = useState(false);
  const download = async () => {
    setLoading(true);
    try {
      save(await readLog(), sessionId);
    } catch (error) {
      toast.error(errorMessage(error));
    }
    setLoading(false);
  };
  return (
    <div className="flex items-center gap-1 border-b px-4 py-1.5">
      <Switch id="errors-only" checked={errorsOnly} onCheckedChange={onErrorsOnly} />
      <Label htmlFor="errors-only" className="mr-auto py-2 pl-1 whitespace-nowrap">
        Errors only
      </Label>
      <CopyButton label="Copy link" showLabel text={link} />
      <Button size="sm" variant="ghost" loading={loading} aria-label="Download JSON" onClick={() => void download()}>
        <Download aria-hidden />
        <span>
          <span className="max-sm:hidden">Download </span>JSON
        </span>
      </Button>
    </div>
  );
}

const save = (events: unknown[], sessionId: string): void =>
  saveBlob(new Blob([JSON.stringify(events, null, 2)], { type: "application/json" }), `${sessionId}.json`);
