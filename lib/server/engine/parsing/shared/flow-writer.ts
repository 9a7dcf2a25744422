import { type BlockList, toOneLine } from "./block-list.ts";
import type { Role } from "./flow.ts";
import { toTableText } from "./table-text.ts";

const maxIndent = 6;
const maxColumns = 100;

interface OpenTable {
  rows: string[][];
  inCell: boolean;
}

/** Builds blocks from text, lists and tables while a document is traversed. */
export class FlowWriter {
  readonly #blocks: BlockList;
  readonly #page: number | undefined;
  #pending: string[] = [];
  #heading: number | undefined;
  #code = 0;
  #table: OpenTable | undefined;
  #lists: { ordered: boolean; count: number }[] = [];
  #marker = "";
  #listLines: string[] = [];

  constructor(blocks: BlockList, page: number | undefined) {
    this.#blocks = blocks;
    this.#page = page;
  }

  text(text: string): void {
    this.#pending.push(this.#code > 0 ? text : text.replace(/\s+/g, " "));
  }

  enter(role: Role): void {
    if (role.is === "sign") this.#pending.push(role.text);
    if (role.is === "sign" || role.is === "inline" || role.is === "line" || role.is === "skip") return;
    if (this.#table?.inCell) this.#pending.push(" ");
    else this.#enterPart(role);
  }

  #enterPart(role: Role): void {
    this.#flush();
    if (role.is === "heading") this.#heading = role.level;
    else if (role.is === "code") this.#code += 1;
    else if (role.is === "list") this.#lists.push({ ordered: role.ordered, count: 0 });
    else if (role.is === "item") this.#startItem();
    else if (role.is === "table") {
      this.#endList();
      this.#table = { rows: [], inCell: false };
    } else if (role.is === "row") this.#table?.rows.push([]);
    else if (role.is === "cell" && this.#table) this.#table.inCell = true;
  }

  leave(role: Role): void {
    if (role.is === "line") this.#pending.push("\n");
    if (role.is === "sign" || role.is === "inline" || role.is === "line" || role.is === "skip") return;
    if (role.is === "cell" && this.#table) this.#endCell(this.#table, role.columns, role.repeats);
    else if (this.#table?.inCell) this.#pending.push(" ");
    else this.#leavePart(role);
  }

  #leavePart(role: Role): void {
    this.#flush();
    if (role.is === "heading") this.#heading = undefined;
    else if (role.is === "code") this.#code -= 1;
    else if (role.is === "list") {
      this.#lists.pop();
      if (this.#lists.length === 0) this.#endList();
    } else if (role.is === "table" && this.#table) {
      this.#blocks.add("table", toTableText(this.#table.rows), { page: this.#page });
      this.#table = undefined;
    }
  }

  end(): void {
    this.#flush();
    this.#endList();
  }

  #startItem(): void {
    const list = this.#lists.at(-1);
    if (list) list.count += 1;
    this.#marker = list?.ordered ? `${list.count}. ` : "- ";
  }

  #endCell(table: OpenTable, columns: number, repeats: boolean): void {
    const text = toOneLine(this.#takeText());
    const row = table.rows.at(-1);
    for (let i = 0; i < Math.min(columns, maxColumns); i += 1) row?.push(i === 0 || repeats ? text : "");
    table.inCell = false;
  }

  #endList(): void {
    this.#blocks.add("list", this.#listLines.join("\n"), { page: this.#page });
    this.#listLines = [];
  }

  #takeText(): string {
    const text = this.#pending.join("");
    this.#pending = [];
    return text;
  }

  #flush(): void {
    const raw = this.#takeText();
    if (!raw.trim()) return;
    const page = this.#page;
    if (this.#lists.length > 0) this.#addToList(raw);
    else if (this.#code > 0) this.#blocks.add("code", raw.replace(/^\n/, ""), { page });
    else if (this.#heading === undefined) this.#blocks.add("text", toLines(raw).join("\n"), { page });
    else this.#blocks.add("heading", raw, { level: this.#heading, page });
  }

  #addToList(raw: string): void {
    const indent = "  ".repeat(Math.min(this.#lists.length, maxIndent) - 1);
    const lines = this.#code > 0 ? raw.trimEnd().split("\n") : toLines(raw);
    for (const line of lines) {
      this.#listLines.push(indent + (this.#marker || "  ") + line);
      this.#marker = "";
    }
  }
}

const toLines = (text: string): string[] =>
  text
    .trim()
    .split("\n")
    .map((line) => line.replace(/ +/g, " ").trim());
