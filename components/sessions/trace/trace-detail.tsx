"use client";

import { CopyButton } from "@/components/shared/details/copy-button";
import { FoldedJson } from "@/components/shared/markdown/raw-json";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { errorMessage } from "@/lib/api/api-error";
import type { TraceRow } from "@/lib/session-log/trace-rows";
import { usePrompt } from "./use-trace";

const Funnel = lazyPart(async () => (await import("@/components/shared/retrieval/funnel")).Funnel);

const toText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value, null, 2));

interface DetailProps {
  slug: string;
  sessionId: string;
  row: TraceRow;
}

/** All details of one step. */
export function TraceDetail({ slug, sessionId, row }: DetailProps) {
  const { data, error, isLoading } = usePrompt(slug, sessionId, row);
  const prompt = data?.kind === "step" ? data.body.prompt : null;
  return (
    <aside aria-label="Step" className="min-h-0 space-y-4 p-4 lg:overflow-y-auto lg:border-l">
      <h2 className="break-words font-semibold text-section">{row.title.slice(0, 200)}</h2>
      {row.facts.length > 0 && (
        <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-y-1 text-secondary">
          {row.facts.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="whitespace-pre-line break-words tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {isLoading && <Skeleton className="h-24" />}
      {error && <p className="text-danger text-secondary">{errorMessage(error)}</p>}
      {prompt && <Prompt messages={prompt} />}
      {row.search && (
        <Lazy fallback={<Skeleton className="h-40" />}>
          <Funnel
            retrieval={row.search}
            getHref={({ datasourceId, documentId }) => `/${slug}/datasource/${datasourceId}?document=${documentId}`}
          />
        </Lazy>
      )}
      {row.input !== undefined && row.input !== null && <Block title="Input" text={toText(row.input)} />}
      {row.output !== undefined && row.output !== "" && <Block title="Output" text={toText(row.output)} />}
      <FoldedJson label="Raw" value={data ? [data] : row.raw} />
    </aside>
  );
}

function Prompt({ messages }: { messages: { role: string; text: string }[] }) {
  return (
    <section className="space-y-2">
      <h3 className="font-medium text-label text-muted">Prompt</h3>
      {messages.map(({ role, text }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a prompt never changes its order
        <Block key={i} title={role} text={text} />
      ))}
    </section>
  );
}

function Block({ title, text }: { title: string; text: string }) {
  return (
    <div className="space-y-1">
      <div className="flex h-6 items-center justify-between">
        <h3 className="font-medium text-label text-muted capitalize">{title}</h3>
        <CopyButton text={text} label={`Copy ${title.toLowerCase()}`} className="size-6 text-muted" />
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="max-h-72 overflow-auto whitespace-pre-wrap break-words rounded-control bg-sunken p-3 font-mono text-label"
      >
        {text}
      </pre>
    </div>
  );
}
