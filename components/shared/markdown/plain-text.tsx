import { cn } from "@/lib/utils/cn";

/** Unformatted text; line breaks are kept. */
export function PlainText({ text, className }: { text: string; className?: string }) {
  return (
    <div dir="auto" className={cn("whitespace-pre-wrap [overflow-wrap:anywhere]", className)}>
      {text}
    </div>
  );
}
