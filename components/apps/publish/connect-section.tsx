"use client";

import { useState } from "react";
import { CopyButton } from "@/components/shared/details/copy-button";
import { CodeBlock } from "@/components/shared/markdown/code-block";
import { Segmented } from "@/components/ui/segmented";
import type { PublicationWay } from "@/lib/constants/publications";
import type { Publication } from "@/lib/contract/publications/schemas";
import { availableWays } from "@/lib/contract/publications/ways";
import { buildSnippets } from "./snippets";
import { isWayOn, wayTexts } from "./ways";

/** How to use a publication: examples of the ways that are on. */
export function ConnectSection({ publication }: { publication: Publication }) {
  const on = availableWays.filter((way) => isWayOn(publication, way));
  if (on.length === 0)
    return <p className="text-muted text-secondary">No channels are turned on. Edit the publication to turn one on.</p>;
  return (
    <div className="grid grid-cols-1 gap-6">
      {on.map((way) => (
        <WayExamples key={way} way={way} publication={publication} />
      ))}
    </div>
  );
}

const addressOf: Record<PublicationWay, (origin: string, id: string) => string> = {
  openai: (origin) => `${origin}/v1`,
  mcp: (origin, id) => `${origin}/mcp/${id}`,
  webhook: (origin, id) => `${origin}/hooks/${id}`,
  embed: (origin, id) => `${origin}/embed/${id}`,
};

function WayExamples({ way, publication }: { way: PublicationWay; publication: Publication }) {
  const origin = typeof window === "undefined" ? "" : window.location.origin;
  const snippets = buildSnippets[way]({ origin, publication });
  const [label, setLabel] = useState(snippets[0]?.label ?? "");
  const shown = snippets.find((one) => one.label === label) ?? snippets[0];
  const address = addressOf[way](origin, publication._id);
  return (
    <section aria-label={wayTexts[way].label} className="grid min-w-0 grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h4 className="font-medium text-label">{wayTexts[way].label}</h4>
        <span className="flex min-w-0 items-center gap-1">
          <code className="wrap-anywhere text-muted text-secondary">{address}</code>
          <CopyButton text={address} label="Copy URL" className="size-7" />
        </span>
      </div>
      {snippets.length > 1 && (
        <div className="overflow-x-auto">
          <Segmented
            label={`Example for ${wayTexts[way].label}`}
            value={label}
            onChange={setLabel}
            options={snippets.map((one) => ({ value: one.label, label: one.label }))}
          />
        </div>
      )}
      {shown && (
        <>
          <p className="text-muted text-secondary">{shown.hint}</p>
          <CodeBlock code={shown.code} language={shown.language} />
        </>
      )}
    </section>
  );
}
