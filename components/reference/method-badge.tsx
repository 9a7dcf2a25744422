import { cn } from "@/lib/utils/cn";

const colours: Record<string, string> = {
  GET: "text-info",
  POST: "text-success",
  PATCH: "text-warning",
  DELETE: "text-danger",
};

/** The method in its colour, always as wide, so that what follows lines up. */
export function MethodBadge({ method }: { method: string }) {
  return <span className={cn("w-14 shrink-0 font-medium font-mono text-label", colours[method])}>{method}</span>;
}
