import { RelativeTime } from "@/components/shared/relative-time";
import type { KnowledgeDocument } from "@/lib/contract/documents";
import { LookBadge } from "../look-badge";
import { stageLook, stageWork } from "../words";

type Standing = Pick<
  KnowledgeDocument,
  "stage" | "failedStage" | "error" | "waiting" | "attempt" | "nextRetry" | "chunks"
>;

/** Where a document stands, and why it does not go on. */
export function Standing({ of: document }: { of: Standing }) {
  const { stage, failedStage, error, waiting, attempt, nextRetry } = document;
  return (
    <span className="grid min-w-0 gap-0.5 py-1">
      <span>
        <LookBadge look={stageLook(stage)} />
      </span>
      {stage === "failed" && (
        <span className="whitespace-normal text-label text-danger [overflow-wrap:anywhere]">
          {failedStage && `Failed while ${stageWork[failedStage]}: `}
          {error ?? "No reason is known."}
        </span>
      )}
      {stage === "stored" && error && (
        <span className="whitespace-normal text-label text-warning [overflow-wrap:anywhere]">
          What is stored may be old. Fetching it again failed: {error}
        </span>
      )}
      {waiting && (
        <span className="whitespace-normal text-label text-muted [overflow-wrap:anywhere]">
          Waits for {waiting}
          {nextRetry && (
            <>
              {" "}
              (try {attempt + 1}, <RelativeTime date={nextRetry} />)
            </>
          )}
        </span>
      )}
      {stage === "stored" && document.chunks === 0 && (
        <span className="text-label text-warning">It holds no text that could be found.</span>
      )}
    </span>
  );
}
