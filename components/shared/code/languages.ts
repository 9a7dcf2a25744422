import { indentUnit, LanguageSupport } from "@codemirror/language";
import { Compartment, type Extension } from "@codemirror/state";
import { ViewPlugin } from "@codemirror/view";

export type CodeLanguage = "javascript" | "python" | "json" | "yaml" | "text";

/** Without completions, which no editor here offers. */
const loaders: Record<CodeLanguage, () => Promise<Extension>> = {
  async javascript() {
    const { typescriptLanguage } = await import("@codemirror/lang-javascript");
    return new LanguageSupport(typescriptLanguage);
  },
  async python() {
    const { pythonLanguage } = await import("@codemirror/lang-python");
    return [new LanguageSupport(pythonLanguage), indentUnit.of("    ")];
  },
  async json() {
    const { jsonLanguage } = await import("@codemirror/lang-json");
    return new LanguageSupport(jsonLanguage);
  },
  // No highlighting: the parser is too large for the little YAML shown here.
  yaml: async () => [],
  text: async () => [],
};

/** Highlights and indents a language once its parser is loaded; an editor rarely shows more than one language. */
export function createLanguage(language: CodeLanguage): Extension {
  const parser = new Compartment();
  const loader = ViewPlugin.define((view) => {
    let isDestroyed = false;
    void loaders[language]().then(
      (extension) => !isDestroyed && view.dispatch({ effects: parser.reconfigure(extension) }),
      // The text can be read and edited without the parser.
      () => undefined,
    );
    return {
      destroy() {
        isDestroyed = true;
      },
    };
  });
  return [parser.of([]), loader];
}
