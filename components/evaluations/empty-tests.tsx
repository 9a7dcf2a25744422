import { FlaskConical, MessageSquareQuote } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

interface EmptyTestsProps {
  slug: string;
  /** `agent` or `app`. */
  kind: string;
  /** The button that creates a test set. */
  create: ReactNode;
}

/** Explains test sets with an example, and two ways to start. */
export function EmptyTests({ slug, kind, create }: EmptyTestsProps) {
  return (
    <div className="grid gap-6 rounded-card border bg-surface p-4 sm:p-6">
      <div className="grid max-w-reading gap-2">
        <h2 className="font-semibold text-section">Know whether a change makes answers better or worse</h2>
        <p className="text-muted">
          A test set is a list of messages, each with checks that a correct answer must pass. Run it before you apply a
          change to this {kind}. Tests can also be required: changes can't be applied while one of them fails.
        </p>
      </div>
      <figure className="grid gap-2 rounded-card border bg-sunken p-4">
        <figcaption className="text-label text-muted">Example</figcaption>
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
          <dt className="text-muted text-secondary">Message</dt>
          <dd>“How long can I return a pair of shoes?”</dd>
          <dt className="text-muted text-secondary">Checks</dt>
          <dd>Contains “30 days” · calls the tool search_policies · costs less than $0.02</dd>
          <dt className="text-muted text-secondary">Result</dt>
          <dd>Passed 2 of 3 attempts</dd>
        </dl>
      </figure>
      <ul className="grid gap-4 sm:grid-cols-2">
        <li className="grid content-start justify-items-start gap-2 rounded-card border p-4">
          <FlaskConical aria-hidden className="size-5 text-muted" />
          <p className="font-medium">Write tests</p>
          <p className="text-muted text-secondary">
            Enter messages and checks, or import them from a CSV, JSONL or promptfoo file.
          </p>
          {create}
        </li>
        <li className="grid content-start justify-items-start gap-2 rounded-card border p-4">
          <MessageSquareQuote aria-hidden className="size-5 text-muted" />
          <p className="font-medium">Keep an answer as a test</p>
          <p className="text-muted text-secondary">
            Open a session and choose “Keep as a test” below an answer. Its tool calls are recorded, so that the test
            has no side effects.
          </p>
          <Link
            href={`/${slug}/sessions`}
            className="inline-flex h-8 items-center text-accent text-secondary underline underline-offset-2"
          >
            Open Session History
          </Link>
        </li>
      </ul>
    </div>
  );
}
