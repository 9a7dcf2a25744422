import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";

/** Progress of an upload. */
export function UploadProgress({ percent, onStop }: { percent: number; onStop(): void }) {
  const sent = percent >= 100;
  return (
    <div className="flex items-center gap-3">
      <div className="grid min-w-0 flex-1 gap-1.5">
        <p role="status" className="text-muted text-secondary tabular-nums">
          {sent ? "Uploaded. Processing files…" : `Uploading: ${percent}%`}
        </p>
        <Progress aria-label="Uploading files" value={sent ? null : percent} />
      </div>
      {!sent && (
        <Button variant="outline" size="sm" onClick={onStop}>
          Cancel
        </Button>
      )}
    </div>
  );
}
