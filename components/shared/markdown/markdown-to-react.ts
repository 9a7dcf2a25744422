import { type ExtraProps, type Components as JsxComponents, toJsxRuntime } from "hast-util-to-jsx-runtime";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { toHast } from "mdast-util-to-hast";
import { gfm } from "micromark-extension-gfm";
import type { ComponentType, JSX, ReactNode } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";

/** What renders an element, by its name. */
export type MarkdownElements = {
  [Name in keyof JSX.IntrinsicElements]?: ComponentType<JSX.IntrinsicElements[Name] & ExtraProps>;
};

export type MarkdownTree = ReturnType<typeof toHast>;

/** Parses GitHub Flavored Markdown to a tree of elements. HTML in the text is a `raw` node, which React never receives. */
export const parseMarkdown = (text: string): MarkdownTree =>
  toHast(fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }), {
    allowDangerousHtml: true,
  });

export const renderTree = (tree: MarkdownTree, elements: MarkdownElements): ReactNode =>
  toJsxRuntime(tree, {
    Fragment,
    jsx,
    jsxs,
    components: elements as JsxComponents,
    ignoreInvalidStyle: true,
    passKeys: true,
    passNode: true,
  });
