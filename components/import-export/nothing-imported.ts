import type { ImportPreview } from "@/lib/contract/transfers/schemas";

type Previewed = Pick<ImportPreview, "source" | "report" | "parts">;
const nothing = "Nothing in this file could be imported.";

/**
 * Says that no part of another system's file is imported, with the reason of the first one; undefined if some are. `empty`: the
 * app would have neither agents nor tasks.
 */
export function describeNothingImported({ source, report, parts }: Previewed) {
  if (source.system === "muster") return undefined;
  if (report.some(({ outcome }) => outcome === "taken" || outcome === "approximated")) return undefined;
  const [first] = report;
  const message = first ? `${nothing} ${first.part}: ${first.note}` : nothing;
  return { message, empty: !parts.some(({ kind }) => kind === "agent" || kind === "task") };
}
