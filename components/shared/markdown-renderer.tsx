"use client";

import { memo } from "react";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { cn } from "@/lib/utils/cn";
import { isHeavyMarkdown } from "@/lib/utils/markdown-weight";
import { safeHref } from "@/lib/utils/safe-href";
import { markdownElements } from "./markdown-elements";
import { cleanTree } from "./markdown-tree";
import { PlainText } from "./plain-text";

const remarkPlugins = [remarkGfm];
const rehypePlugins = [cleanTree];
const urlTransform = (url: string): string => safeHref(url) ?? "";

interface Props {
  text: string;
  className?: string | undefined;
}

/** Markdown of strangers: no HTML, no images, links only to the open web. What is too dense to parse stays plain. */
export const MarkdownRenderer = memo(function MarkdownRenderer({ text, className }: Props) {
  if (isHeavyMarkdown(text)) return <PlainText text={text} className={className} />;
  return (
    <div className={cn("[&>*+*]:mt-3 [overflow-wrap:anywhere]", className)}>
      <ReactMarkdown
        remarkPlugins={remarkPlugins}
        rehypePlugins={rehypePlugins}
        urlTransform={urlTransform}
        components={markdownElements}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
});
