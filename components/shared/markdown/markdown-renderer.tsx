"use client";

import { type ComponentProps, memo } from "react";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { cn } from "@/lib/utils/cn";
import { escapeDefinitions, rehypeCitations } from "@/lib/utils/markdown/cite-tree";
import { isHeavyMarkdown } from "@/lib/utils/markdown/markdown-weight";
import { safeHref } from "@/lib/utils/paths/safe-href";
import { markdownElements } from "./markdown-elements";
import { rehypeClean } from "./markdown-tree";
import { PlainText } from "./plain-text";

const remarkPlugins = [remarkGfm];
const rehypePlugins = [rehypeClean];

/** Returns the plugins that also render citations as chips. */
function withChips(cites: string): ComponentProps<typeof ReactMarkdown>["rehypePlugins"] {
  return [rehypeClean, [rehypeCitations, { numbers: cites.split(",").map(Number) }]];
}
const urlTransform = (url: string): string => safeHref(url) ?? "";

interface Props {
  text: string;
  className?: string | undefined;
  cites?: string | undefined;
}

/** Renders untrusted Markdown: no HTML, no images, only safe links. Text that is too expensive to parse stays plain. */
export const MarkdownRenderer = memo(function MarkdownRenderer({ text, className, cites }: Props) {
  if (isHeavyMarkdown(text)) return <PlainText text={text} className={className} />;
  return (
    <div className={cn("[&>*+*]:mt-3 [overflow-wrap:anywhere]", className)}>
      <ReactMarkdown
        remarkPlugins={remarkPlugins}
        rehypePlugins={cites ? withChips(cites) : rehypePlugins}
        urlTransform={urlTransform}
        components={markdownElements}
      >
        {cites ? escapeDefinitions(text) : text}
      </ReactMarkdown>
    </div>
  );
});
