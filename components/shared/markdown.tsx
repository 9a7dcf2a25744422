"use client";

import { Suspense } from "react";
import { lazyPart } from "./lazy-part";
import { PlainText } from "./plain-text";

const Renderer = lazyPart(async () => (await import("./markdown-renderer")).MarkdownRenderer, PlainText);

interface MarkdownProps {
  text: string;
  className?: string;
  /** Numbers that stand for passages, joined by commas: in brackets they become chips. */
  cites?: string | undefined;
}

/** Markdown of strangers, made safe. The parser is fetched when it is first needed; until then the text stands plain. */
export function Markdown({ text, className, cites }: MarkdownProps) {
  return (
    <Suspense fallback={<PlainText text={text} className={className} />}>
      <Renderer text={text} className={className} cites={cites} />
    </Suspense>
  );
}
