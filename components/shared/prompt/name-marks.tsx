import type { Ref } from "react";

interface NameMarksProps {
  ref: Ref<HTMLDivElement>;
  text: string;
  names: readonly string[];
}

/** Lies under the prompt with the same text, unseen but for the lines under names. */
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
      {/* A line break at the end has a height of its own in the prompt. */}
      {"\n "}
    </div>
  );
}
