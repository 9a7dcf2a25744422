import { ErrorState } from "@/components/shared/status/error-state";
import { ApiError, errorMessage } from "@/lib/api/api-error";

interface SessionErrorProps {
  slug: string;
  /** A thrown value, or a message. */
  error: unknown;
  onRetry(): void;
}

/** Shown instead of a session that cannot be loaded. */
export function SessionError({ slug, error, onRetry }: SessionErrorProps) {
  const gone = error instanceof ApiError && error.code === "not_found";
  return (
    <>
      <h1 className="sr-only">Session</h1>
      <ErrorState
        message={typeof error === "string" ? error : errorMessage(error)}
        onRetry={gone ? undefined : onRetry}
        back={{ href: `/${slug}/sessions`, label: "Go to session history" }}
      />
    </>
  );
}
