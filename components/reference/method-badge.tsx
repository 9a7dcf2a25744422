import { cn } from "@/lib/utils/cn";

const colors: Record<string, string> = {
  GET: "text-info",
  POST: "text-success",
  PATCH: "text-warning",
  DELETE: "text-danger",
};

/** A method as a colored badge of fixed width, so that paths line up. */
export function MethodBadge({ method }: { method: string }) {
  return <span className={cn("w-14 shrink-0 font-medium font-mono text-label", colors[method])}>{method}</span>;
}
