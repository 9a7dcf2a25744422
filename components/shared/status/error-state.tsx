import { CircleAlert } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { errorMessage } from "@/lib/api/api-error";

interface ErrorStateProps {
  message: string;
  onRetry?: (() => void) | undefined;
  /** A link away from the page. */
  back?: { href: string; label: string } | undefined;
}

/** An error message with a retry button. */
export function ErrorState({ message, onRetry, back }: ErrorStateProps) {
  return (
    <div role="alert" className="mx-auto flex max-w-reading flex-col items-center gap-4 px-4 py-16 text-center">
      <span className="inline-flex size-10 items-center justify-center rounded-card border border-danger-border bg-danger-tint text-danger">
        <CircleAlert aria-hidden className="size-5" />
      </span>
      <p className="text-balance">{message}</p>
      <div className="flex flex-wrap justify-center gap-2 empty:hidden">
        {onRetry && (
          <Button variant="outline" onClick={onRetry}>
            Try again
          </Button>
        )}
        {back && (
          <Button variant="outline" asChild>
            <Link href={back.href}>{back.label}</Link>
          </Button>
        )}
      </div>
    </div>
  );
}

interface QueryErrorProps extends Pick<ErrorStateProps, "back"> {
  error: unknown;
  refetch(): unknown;
}

/** The error of a query, which can be sent again. */
export const QueryError = ({ error, refetch, back }: QueryErrorProps) => (
  <ErrorState message={errorMessage(error)} onRetry={() => void refetch()} back={back} />
);

/** Shown instead of a page whose query has failed, with a link to the list that it belongs to. */
export const PageError = ({
  title,
  back,
  ...query
}: QueryErrorProps & { title: string; back: { href: string; label: string } }) => (
  <>
    <h1 className="sr-only">{title}</h1>
    <QueryError {...query} back={{ href: back.href, label: `Back to ${back.label}` }} />
  </>
);
