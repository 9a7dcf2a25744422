import Link from "next/link";
import type { ReactNode } from "react";

export const none = <span className="text-faint">–</span>;

interface RunDetailsProps {
  slug: string;
  sessionId: string | null;
  error: string | null;
  children?: ReactNode;
}

/** The session and the error of a call, an event or a callback. */
export const RunDetails = ({ slug, sessionId, error, children }: RunDetailsProps) => (
  <span className="grid min-w-0">
    {sessionId && (
      <Link href={`/${slug}/session/${sessionId}`} className="w-fit text-accent underline underline-offset-2">
        Session
      </Link>
    )}
    {error && (
      <span className="text-muted max-md:wrap-anywhere max-md:whitespace-normal md:truncate" title={error}>
        {error}
      </span>
    )}
    {!sessionId && !error && none}
    {children}
  </span>
);
