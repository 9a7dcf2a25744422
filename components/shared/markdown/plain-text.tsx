import { cn } from "@/lib/utils/cn";

/** Text as it was written, line breaks kept. */
export function PlainText({ text, className }: { text: string; className?: string }) {
  return (
    <div dir="auto" className={cn("whitespace-pre-wrap [overflow-wrap:anywhere]", className)}>
      {text}
    </div>
  );
}
