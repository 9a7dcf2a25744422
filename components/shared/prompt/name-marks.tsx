import type { Ref } from "react";

interface NameMarksProps {
  ref: Ref<HTMLDivElement>;
  text: string;
  names: readonly string[];
}

/** An overlay with the prompt's text, of which only the underlines of names are visible. */
export function NameMarks({ ref, text, names }: NameMarksProps) {
  const marked = new Set(names.map((name) => `{${name}}`));
  let at = 0;
  const parts = text.split(/(\{[^\s{}]{1,100}\})/).map((part) => {
    const key = at;
    at += part.length;
    return { key, part };
  });
  return (
    <div
      ref={ref}
      aria-hidden
      dir="auto"
      className="wrap-break-word pointer-events-none absolute inset-0 select-none overflow-hidden whitespace-pre-wrap border border-transparent px-3 py-2 text-body text-transparent [scrollbar-gutter:stable] pointer-coarse:text-section"
    >
      {parts.map(({ key, part }) =>
        marked.has(part) ? (
          <span key={key} className="underline decoration-warning decoration-wavy underline-offset-4">
            {part}
          </span>
        ) : (
          part
        ),
      )}
      {/* A trailing line break adds a line in the textarea. */}
      {"\n "}
    </div>
  );
}
