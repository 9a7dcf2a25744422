import { RelativeTime } from "@/components/shared/details/relative-time";
import type { KnowledgeDocument } from "@/lib/contract/documents/schemas";
import { stageLabel, stageWork } from "../labels";
import { StatusBadge } from "../status-badge";

type DocumentStatusFields = Pick<
  KnowledgeDocument,
  "stage" | "failedStage" | "error" | "waiting" | "attempt" | "nextRetry" | "chunks"
>;

/** A document's stage, and why it is not progressing. */
export function DocumentStatus({ of: document }: { of: DocumentStatusFields }) {
  const { stage, failedStage, error, waiting, attempt, nextRetry } = document;
  return (
    <span className="grid min-w-0 gap-0.5 py-1">
      <span>
        <StatusBadge status={stageLabel(stage)} />
      </span>
      {stage === "failed" && (
        <span className="whitespace-normal text-label text-danger [overflow-wrap:anywhere]">
          {failedStage && `Failed while ${stageWork[failedStage]}: `}
          {error ?? "Unknown error."}
        </span>
      )}
      {stage === "stored" && error && (
        <span className="whitespace-normal text-label text-warning [overflow-wrap:anywhere]">
          The stored version may be outdated. The latest fetch failed: {error}
        </span>
      )}
      {waiting && (
        <span className="whitespace-normal text-label text-muted [overflow-wrap:anywhere]">
          Waiting {waiting}
          {nextRetry && (
            <>
              {" "}
              (attempt {attempt + 1}, <RelativeTime date={nextRetry} upcoming />)
            </>
          )}
        </span>
      )}
      {stage === "stored" && document.chunks === 0 && <span className="text-label text-warning">No text found.</span>}
    </span>
  );
}
