"use client";

import type { TraceRow } from "@/lib/utils/trace";

const shown = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value, null, 2));

/** Everything known of one step. */
export function TraceDetail({ row }: { row: TraceRow }) {
  return (
    <aside aria-label="Step" className="min-h-0 space-y-4 border-t p-4 lg:overflow-y-auto lg:border-t-0 lg:border-l">
      <h2 className="break-words font-semibold text-section">{row.title.slice(0, 200)}</h2>
      {row.facts.length > 0 && (
        <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-y-1 text-secondary">
          {row.facts.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="break-words tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {Array.isArray(row.input) ? (
        <Prompt messages={row.input as { role: string; text: string }[]} />
      ) : (
        row.input !== undefined && row.input !== null && <Block title="Input" text={shown(row.input)} />
      )}
      {row.output !== undefined && <Block title="Output" text={shown(row.output)} />}
      <details>
        <summary className="cursor-pointer text-muted text-secondary">Raw</summary>
        <Block text={JSON.stringify(row.raw, null, 2)} />
      </details>
    </aside>
  );
}

function Prompt({ messages }: { messages: { role: string; text: string }[] }) {
  return (
    <section className="space-y-2">
      <h3 className="font-medium text-label text-muted">Prompt as sent</h3>
      {messages.map(({ role, text }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a prompt never changes its order
        <Block key={i} title={role} text={text} />
      ))}
    </section>
  );
}

function Block({ title, text }: { title?: string; text: string }) {
  return (
    <div className="space-y-1">
      {title && <h4 className="font-medium text-label text-muted capitalize">{title}</h4>}
      <pre className="max-h-72 overflow-auto whitespace-pre-wrap break-words rounded-control bg-sunken p-3 font-mono text-label">
        {text}
      </pre>
    </div>
  );
}
