import type { ReactNode } from "react";

interface PanelProps {
  title: string;
  /** Shown if there are no rows. */
  none: string;
  empty: boolean;
  children: ReactNode;
}

/** A short table with its title. */
export function Panel({ title, none, empty, children }: PanelProps) {
  return (
    <section className="min-w-0 overflow-hidden rounded-card border bg-surface">
      <h2 className="border-b px-3 py-3 font-medium">{title}</h2>
      {empty ? <p className="px-4 py-6 text-center text-muted text-secondary">{none}</p> : children}
    </section>
  );
}
