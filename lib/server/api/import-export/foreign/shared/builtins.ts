/** Built-in tools of other systems with the one that does the same here, by their names in lower case without separators. */
const builtins: Record<string, { builtin: string; name: string; exact: boolean }> = {
  calculator: { builtin: "calculator", name: "Calculator", exact: true },
  calculatorcomponent: { builtin: "calculator", name: "Calculator", exact: true },
  calculatortool: { builtin: "calculator", name: "Calculator", exact: true },
  currentdatetime: { builtin: "dateTime", name: "Date and time", exact: true },
  currentdate: { builtin: "dateTime", name: "Date and time", exact: true },
  currenttime: { builtin: "dateTime", name: "Date and time", exact: true },
  wikipedia: { builtin: "wikipedia", name: "Wikipedia", exact: true },
  wikipediasearch: { builtin: "wikipedia", name: "Wikipedia", exact: true },
  wikipediacomponent: { builtin: "wikipedia", name: "Wikipedia", exact: true },
  arxiv: { builtin: "arxiv", name: "arXiv", exact: true },
  arxivcomponent: { builtin: "arxiv", name: "arXiv", exact: true },
  arxivpapertool: { builtin: "arxiv", name: "arXiv", exact: true },
  webbrowser: { builtin: "webPage", name: "Web page", exact: false },
  webscrapertool: { builtin: "webPage", name: "Web page", exact: false },
  webscraper: { builtin: "webPage", name: "Web page", exact: false },
  scrapewebsitetool: { builtin: "webPage", name: "Web page", exact: false },
  url: { builtin: "webPage", name: "Web page", exact: false },
  urlcomponent: { builtin: "webPage", name: "Web page", exact: false },
};

export function findBuiltin(name: string): { builtin: string; name: string; exact: boolean } | undefined {
  const key = name
    .toLowerCase()
    .split(/[\s_\-.]/)
    .join("");
  return Object.hasOwn(builtins, key) ? builtins[key] : undefined;
}
