"use client";

import { Suspense } from "react";
import { lazyPart } from "../page/lazy-part";
import { PlainText } from "./plain-text";

const Renderer = lazyPart(async () => (await import("./markdown-renderer")).MarkdownRenderer, PlainText);

interface MarkdownProps {
  text: string;
  className?: string;
  /** Passage numbers, comma-separated: `[1]` becomes a chip. */
  cites?: string | undefined;
}

/** Renders untrusted Markdown. The parser is loaded on first use; until then the text is plain. */
export function Markdown({ text, className, cites }: MarkdownProps) {
  return (
    <Suspense fallback={<PlainText text={text} className={className} />}>
      <Renderer text={text} className={className} cites={cites} />
    </Suspense>
  );
}
