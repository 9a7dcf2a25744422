import Link from "next/link";
import { markdownElements } from "@/components/shared/markdown/markdown-elements";
import { type MarkdownElements, parseMarkdown, renderTree } from "@/components/shared/markdown/markdown-to-react";

/** Links to guides and pictures work on GitHub; this returns their paths in the product. */
const toPath = (url: string): string =>
  url.replace(/^\d\d-([\w-]+)\.md/, "/guide/$1").replace(/^\.\.\/\.\.\/public\//, "/");

const elements: MarkdownElements = {
  ...markdownElements,
  a: ({ href = "", children }) => (
    <Link href={toPath(href)} className="text-accent underline underline-offset-2">
      {children}
    </Link>
  ),
  h2: ({ children }) => {
    const id = String(children).toLowerCase().replace(/\W+/g, "-");
    return (
      <h2 id={id} className="pt-3 font-semibold text-section">
        <a href={`#${id}`} className="hover:underline">
          {children}
        </a>
      </h2>
    );
  },
  img: ({ src, alt }) => (
    // biome-ignore lint/performance/noImgElement: the pictures are small and of one size
    <img
      src={toPath(String(src))}
      alt={alt}
      width={1280}
      height={800}
      loading="lazy"
      className="h-auto w-full rounded-card border"
    />
  ),
};

/** Renders a guide's Markdown on the server. */
export const GuideText = ({ text }: { text: string }) => (
  <div className="max-w-reading [&>*+*]:mt-4 [&_li>*+*]:mt-3 [&_ol]:space-y-3">
    {renderTree(parseMarkdown(text), elements)}
  </div>
);
