import { CircleAlert } from "lucide-react";
import { RelativeTime } from "../details/relative-time";

interface LastRunProps {
  date: string | null;
  status: string | null;
}

/** When something last ran; a failure is highlighted. */
export function LastRun({ date, status }: LastRunProps) {
  if (!date) return <span className="text-faint">Never</span>;
  if (status !== "error") return <RelativeTime date={date} />;
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-danger">
      <CircleAlert aria-hidden className="size-4 shrink-0" /> Failed
      <span className="max-lg:sr-only">
        <RelativeTime date={date} />
      </span>
    </span>
  );
}
