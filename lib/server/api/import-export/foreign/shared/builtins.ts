interface Builtin {
  builtin: string;
  name: string;
  /** Whether it does the same as the other system's tool. */
  exact: boolean;
}

const builtins: [Builtin, string[]][] = [
  [{ builtin: "calculator", name: "Calculator", exact: true }, ["calculator"]],
  [{ builtin: "dateTime", name: "Date and time", exact: true }, ["currentdatetime", "currentdate", "currenttime"]],
  [{ builtin: "wikipedia", name: "Wikipedia", exact: true }, ["wikipedia", "wikipediasearch"]],
  [{ builtin: "arxiv", name: "arXiv", exact: true }, ["arxiv", "arxivpaper"]],
  [{ builtin: "webPage", name: "Web page", exact: false }, ["webbrowser", "webscraper", "scrapewebsite", "url"]],
];

/** The built-in tool for another system's tool, by its name without separators and without `Component` or `Tool`. */
export function findBuiltin(name: string): Builtin | undefined {
  const key = name.toLowerCase().replace(/[\s_\-.]/g, "");
  const short = key.replace(/(component|tool)$/, "");
  return builtins.find(([, names]) => names.includes(short))?.[0];
}
