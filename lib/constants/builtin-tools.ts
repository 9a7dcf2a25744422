export const builtinIds = ["webPage", "wikipedia", "arxiv", "calculator", "dateTime", "datasource"] as const;
export type BuiltinId = (typeof builtinIds)[number];

interface BuiltinEntry {
  id: BuiltinId;
  name: string;
  /** The name within a phrase, such as `New … tool`. */
  inline: string;
  /** Description for people. */
  description: string;
  /** Safe to call again after a crash. */
  repeatable: boolean;
  /** The host or address that it calls, for display; null: none. */
  host: string | null;
}

/** The built-in tools, in the order of the library. */
export const builtinLibrary: readonly BuiltinEntry[] = [
  {
    id: "webPage",
    name: "Web page",
    inline: "web page",
    description: "Reads the text of a web page or document at a URL: HTML, PDF, Word and more.",
    repeatable: true,
    host: "the URL that the agent provides",
  },
  {
    id: "wikipedia",
    name: "Wikipedia",
    inline: "Wikipedia",
    description: "Finds Wikipedia articles and reads their introduction or full text.",
    repeatable: true,
    host: "wikipedia.org",
  },
  {
    id: "arxiv",
    name: "arXiv",
    inline: "arXiv",
    description: "Finds scientific papers on arXiv with authors, abstracts and links.",
    repeatable: true,
    host: "arxiv.org",
  },
  {
    id: "calculator",
    name: "Calculator",
    inline: "calculator",
    description: "Evaluates formulas exactly: fractions, powers, percentages and common functions.",
    repeatable: true,
    host: null,
  },
  {
    id: "dateTime",
    name: "Date and time",
    inline: "date and time",
    description: "Returns the time in any time zone, and calculates dates and intervals.",
    repeatable: true,
    host: null,
  },
  {
    id: "datasource",
    name: "Data source query",
    inline: "data source query",
    description: "Searches one of the team's data sources, like a Search tool.",
    repeatable: true,
    host: null,
  },
];
