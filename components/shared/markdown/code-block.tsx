"use client";

import { cn } from "@/lib/utils/cn";
import { CopyButton } from "../details/copy-button";
import { useHighlighted } from "./highlight";

interface CodeBlockProps {
  code: string;
  /** A language name of highlight.js; others are not highlighted. */
  language?: string;
  className?: string;
}

export function CodeBlock({ code, language = "", className }: CodeBlockProps) {
  const content = useHighlighted(code, language);
  return (
    <div className={cn("overflow-hidden rounded-card border bg-sunken", className)}>
      <div className="flex h-8 items-center justify-between border-b pr-1 pl-3">
        <span className="truncate text-label text-muted">{language || "text"}</span>
        <CopyButton text={code} label="Copy code" className="size-6" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="overflow-x-auto p-3 font-mono text-secondary focus-visible:-outline-offset-2">
        <code>{content}</code>
      </pre>
    </div>
  );
}
