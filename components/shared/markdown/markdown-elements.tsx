import type { ExtraProps } from "hast-util-to-jsx-runtime";
import { Square, SquareCheck } from "lucide-react";
import { safeHref } from "@/lib/utils/paths/safe-href";
import { CiteChip } from "../citations/cite-chip";
import { CodeBlock } from "./code-block";
import type { MarkdownElements } from "./markdown-to-react";

type Element = NonNullable<ExtraProps["node"]>;

const flow = "[&>*+*]:mt-3";

function textOf(node: Element["children"][number]): string {
  if (node.type === "text") return node.value;
  return node.type === "element" ? node.children.map(textOf).join("") : "";
}

function findLanguage(node: Element): string {
  const code = node.children[0];
  const names = code?.type === "element" ? code.properties.className : undefined;
  const name = Array.isArray(names) ? names.find((one) => String(one).startsWith("language-")) : undefined;
  return name === undefined ? "" : String(name).slice("language-".length).slice(0, 30);
}

/** Renders each element. Headings start at the third level, below the page's own. */
export const markdownElements: MarkdownElements = {
  a({ href, children }) {
    const safe = safeHref(href);
    if (!safe) return <span>{children}</span>;
    return (
      <a
        href={safe}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="text-accent underline underline-offset-2 [overflow-wrap:anywhere]"
      >
        {children}
      </a>
    );
  },
  p: ({ children }) => <p className="[unicode-bidi:plaintext]">{children}</p>,
  h1: ({ children }) => (
    <h3 dir="auto" className="pt-2 font-semibold text-section first:pt-0">
      {children}
    </h3>
  ),
  h2: ({ children }) => (
    <h3 dir="auto" className="pt-2 font-semibold text-section first:pt-0">
      {children}
    </h3>
  ),
  h3: ({ children }) => (
    <h4 dir="auto" className="pt-1 font-semibold text-body first:pt-0">
      {children}
    </h4>
  ),
  h4: ({ children }) => (
    <h5 dir="auto" className="font-semibold text-body">
      {children}
    </h5>
  ),
  h5: ({ children }) => (
    <h6 dir="auto" className="font-semibold text-body">
      {children}
    </h6>
  ),
  h6: ({ children }) => (
    <h6 dir="auto" className="font-semibold text-body">
      {children}
    </h6>
  ),
  strong: ({ children }) => <strong className="font-semibold">{children}</strong>,
  ul: ({ children }) => (
    <ul dir="auto" className="list-disc space-y-1 ps-5 has-[>li>[role=img]]:list-none">
      {children}
    </ul>
  ),
  ol: ({ children, start }) => (
    <ol start={start} dir="auto" className="list-decimal space-y-1 ps-6">
      {children}
    </ol>
  ),
  li: ({ children }) => <li className="[&>*+*]:mt-1 [&>p+p]:mt-3">{children}</li>,
  blockquote: ({ children }) => (
    <blockquote dir="auto" className={`border-s-2 ps-3 text-muted ${flow}`}>
      {children}
    </blockquote>
  ),
  cite: ({ node }) => <CiteChip number={Number(node?.properties.dataNumber)} />,
  hr: () => <hr className="border-t" />,
  code: ({ children }) => (
    <code className="rounded-mark bg-hover px-1 py-0.5 font-mono text-secondary [overflow-wrap:anywhere]">
      {children}
    </code>
  ),
  pre: ({ node }) => node && <CodeBlock code={textOf(node).replace(/\n$/, "")} language={findLanguage(node)} />,
  input: ({ checked }) => {
    const Icon = checked ? SquareCheck : Square;
    return (
      <span role="img" aria-label={checked ? "Done" : "To do"} className="mr-1.5 inline-flex align-text-bottom">
        <Icon aria-hidden className="size-4 text-muted" />
      </span>
    );
  },
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label="Table" tabIndex={0} className="overflow-x-auto rounded-card border">
      <table className="w-full border-collapse text-secondary tabular-nums [&_tr]:border-b [&_tbody_tr:last-child]:border-b-0">
        {children}
      </table>
    </section>
  ),
  th: ({ children, style }) => (
    <th style={style} className="bg-sunken px-3 py-2 text-left font-medium">
      {children}
    </th>
  ),
  td: ({ children, style }) => (
    <td style={style} className="px-3 py-2 align-top">
      {children}
    </td>
  ),
};
