import { ErrorState } from "@/components/shared/error-state";
import { ApiError, errorMessage } from "@/lib/api/api-error";

interface SessionErrorProps {
  slug: string;
  /** What was thrown, or a sentence. */
  error: unknown;
  onRetry(): void;
}

/** In a session's place when it cannot be shown. */
export function SessionError({ slug, error, onRetry }: SessionErrorProps) {
  const gone = error instanceof ApiError && error.code === "not_found";
  return (
    <>
      <h1 className="sr-only">Session</h1>
      <ErrorState
        message={typeof error === "string" ? error : errorMessage(error)}
        onRetry={gone ? undefined : onRetry}
        back={{ href: `/${slug}/sessions`, label: "Go to the session history" }}
      />
    </>
  );
}
