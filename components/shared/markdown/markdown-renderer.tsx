"use client";

import { memo } from "react";
import { cn } from "@/lib/utils/cn";
import { escapeDefinitions, markCitations } from "@/lib/utils/markdown/cite-tree";
import { isHeavyMarkdown } from "@/lib/utils/markdown/markdown-weight";
import { markdownElements } from "./markdown-elements";
import { type MarkdownTree, parseMarkdown, renderTree } from "./markdown-to-react";
import { cleanTree } from "./markdown-tree";
import { PlainText } from "./plain-text";

interface Props {
  text: string;
  className?: string | undefined;
  cites?: string | undefined;
}

function toTree(text: string, cites: string | undefined): MarkdownTree {
  const tree = parseMarkdown(cites ? escapeDefinitions(text) : text);
  cleanTree(tree);
  if (cites) markCitations(tree, cites.split(",").map(Number));
  return tree;
}

/** Renders untrusted Markdown: no HTML, no images, only safe links. Text that is too expensive to parse stays plain. */
export const MarkdownRenderer = memo(function MarkdownRenderer({ text, className, cites }: Props) {
  if (isHeavyMarkdown(text)) return <PlainText text={text} className={className} />;
  return (
    <div className={cn("[&>*+*]:mt-3 [overflow-wrap:anywhere]", className)}>
      {renderTree(toTree(text, cites), markdownElements)}
    </div>
  );
});
