import { closeBrackets } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { json } from "@codemirror/lang-json";
import { python } from "@codemirror/lang-python";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { getNonce } from "get-nonce";

export type CodeLanguage = "javascript" | "python" | "json" | "yaml";

const languages: Record<CodeLanguage, () => Extension> = {
  javascript: () => javascript({ typescript: true }),
  python: () => [python(), indentUnit.of("    ")],
  json: () => json(),
  // Without colours: its parser is more than what is shown of it is worth.
  yaml: () => [],
};

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--text-faint)" },
  { tag: [tags.keyword, tags.bool, tags.null, tags.typeName], color: "var(--accent)" },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: "var(--success)" },
  { tag: tags.number, color: "var(--warning)" },
  { tag: [tags.function(tags.variableName), tags.propertyName, tags.className], color: "var(--info)" },
]);

const look = EditorView.theme({
  "&": { color: "var(--text)", backgroundColor: "var(--surface)", fontSize: "0.8125rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-geist-mono), ui-monospace, monospace", lineHeight: "1.25rem" },
  ".cm-content": { caretColor: "var(--text)", padding: "0.5rem 0" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--sunken)", color: "var(--text-faint)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--hover)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--accent-tint)",
  },
  ".cm-matchingBracket": { backgroundColor: "var(--accent-tint)", outline: "1px solid var(--accent-border)" },
  // Under the text alone: its colours are made for plain ground.
  ".cm-changedLine, .cm-insertedLine, .cm-deletedChunk": { backgroundColor: "var(--sunken) !important" },
  ".cm-changedText": { background: "none !important", borderBottom: "2px solid var(--warning)" },
  ".cm-deletedText": { background: "none !important", borderBottom: "2px solid var(--danger)" },
  ".cm-collapsedLines": { background: "var(--sunken)", color: "var(--text-muted)" },
  // The sign that it has of its own is in few fonts.
  ".cm-collapsedLines::before, .cm-collapsedLines::after": { content: '"⋯"' },
});

/** What every editor of code has, whether it is written in or only read. */
export const baseOf = (language: CodeLanguage): Extension[] => {
  const nonce = getNonce();
  return [
    lineNumbers(),
    syntaxHighlighting(colours),
    languages[language](),
    EditorView.lineWrapping,
    look,
    ...(nonce ? [EditorView.cspNonce.of(nonce)] : []),
  ];
};

export const readOnly: Extension[] = [EditorState.readOnly.of(true), EditorView.editable.of(false)];

/**
 * Text typed over a selection: left to the browser it would get the style of what it replaces, written out, which the
 * policy of the page refuses.
 */
const typedOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    const { from, to, empty } = view.state.selection.main;
    if (inputType !== "insertText" || !data || isComposing || empty) return false;
    const typed = () => view.state.update(view.state.replaceSelection(data), { userEvent: "input.type" });
    const handled = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, typed));
    if (!handled) view.dispatch(typed());
    event.preventDefault();
    return true;
  },
});

/** What one that is written in has beside that. Tab indents; Escape and then Tab leaves. */
export const writing: Extension[] = [
  history(),
  typedOver,
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  keymap.of([indentWithTab, ...defaultKeymap, ...historyKeymap]),
];
