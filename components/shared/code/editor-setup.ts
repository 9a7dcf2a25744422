import { closeBrackets } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { getNonce } from "get-nonce";
import { type CodeLanguage, createLanguage } from "./languages";

const colors = HighlightStyle.define([
  { tag: tags.comment, color: "var(--text-faint)" },
  { tag: [tags.keyword, tags.bool, tags.null, tags.typeName], color: "var(--accent)" },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: "var(--success)" },
  { tag: tags.number, color: "var(--warning)" },
  { tag: [tags.function(tags.variableName), tags.propertyName, tags.className], color: "var(--info)" },
]);

const theme = EditorView.theme({
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
  // Underline the text only: the highlight colors assume a plain background.
  ".cm-changedLine, .cm-insertedLine, .cm-deletedChunk": { backgroundColor: "var(--sunken) !important" },
  ".cm-changedText": { background: "none !important", borderBottom: "2px solid var(--warning)" },
  ".cm-deletedText": { background: "none !important", borderBottom: "2px solid var(--danger)" },
  ".cm-collapsedLines": { background: "var(--sunken)", color: "var(--text-muted)" },
  // The default character is missing in most fonts.
  ".cm-collapsedLines::before, .cm-collapsedLines::after": { content: '"⋯"' },
});

/** Extensions of every editor, read-only ones included. */
export const baseExtensions = (language: CodeLanguage): Extension[] => {
  const nonce = getNonce();
  return [
    lineNumbers(),
    syntaxHighlighting(colors),
    createLanguage(language),
    EditorView.lineWrapping,
    theme,
    ...(nonce ? [EditorView.cspNonce.of(nonce)] : []),
  ];
};

export const readOnly: Extension[] = [EditorState.readOnly.of(true), EditorView.editable.of(false)];

/**
 * Replaces a selection by the typed text itself: the browser would add an inline style, which the page's content
 * security policy refuses.
 */
const replaceSelection = EditorView.domEventHandlers({
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

/** Extensions of an editable editor. Tab indents; Escape, then Tab leaves it. */
export const editableExtensions: Extension[] = [
  history(),
  replaceSelection,
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  keymap.of([indentWithTab, ...defaultKeymap, ...historyKeymap]),
];
