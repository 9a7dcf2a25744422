"use client";

import { Suspense } from "react";
import { lazyPart } from "./lazy-part";
import { PlainText } from "./plain-text";

const Renderer = lazyPart(async () => (await import("./markdown-renderer")).MarkdownRenderer, PlainText);

/** Markdown of strangers, made safe. The parser is fetched when it is first needed; until then the text stands plain. */
export function Markdown({ text, className }: { text: string; className?: string }) {
  return (
    <Suspense fallback={<PlainText text={text} className={className} />}>
      <Renderer text={text} className={className} />
    </Suspense>
  );
}
