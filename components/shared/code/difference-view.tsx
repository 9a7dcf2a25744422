"use client";

import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { useMedia } from "@/hooks/page/use-media";
import { baseExtensions, readOnly } from "./editor-setup";
import type { CodeLanguage } from "./languages";

interface DifferenceProps {
  before: string;
  after: string;
  language: CodeLanguage;
  /** The titles of the two sides. */
  labels: [before: string, after: string];
}

const collapse = { margin: 3, minSize: 6 };

/** Two texts side by side, and one below the other on a phone. */
export function DifferenceView({ before, after, language, labels }: DifferenceProps) {
  const container = useRef<HTMLDivElement>(null);
  const { mobile } = useMedia();
  const [left, right] = labels;
  useEffect(() => {
    const named = (name: string) => EditorView.contentAttributes.of({ "aria-label": name, tabindex: "0" });
    const common = [baseExtensions(language), readOnly];
    const parent = container.current ?? undefined;
    if (mobile) {
      const unified = unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: collapse });
      const state = EditorState.create({ doc: after, extensions: [common, unified, named(right)] });
      const view = new EditorView({ parent, state });
      return () => view.destroy();
    }
    const view = new MergeView({
      parent,
      collapseUnchanged: collapse,
      gutter: true,
      a: { doc: before, extensions: [common, named(left)] },
      b: { doc: after, extensions: [common, named(right)] },
    });
    return () => view.destroy();
  }, [before, after, language, mobile, left, right]);
  return (
    <div className="overflow-hidden rounded-control border">
      <div className="grid grid-cols-1 border-b bg-sunken text-label text-muted md:grid-cols-2">
        <span className="px-3 py-1.5">{mobile ? `${left} → ${right}` : left}</span>
        {!mobile && <span className="border-l px-3 py-1.5">{right}</span>}
      </div>
      <div ref={container} className="max-h-[32rem] overflow-auto" />
    </div>
  );
}
