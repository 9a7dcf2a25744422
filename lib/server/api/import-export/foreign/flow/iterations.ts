import type { itemNumberVariable, itemVariable } from "@/lib/contract/apps/steps";
import type { Compared } from "./decision.ts";
import { type FlowEdge, type FlowNode, push } from "./flow.ts";

/** The way from an iteration to what runs for each item. */
export const itemWay = "each item";
/** The way past an iteration that Muster can express: taken without items. */
export const noItemWay = "no item";
export const itemName: typeof itemVariable = "item";
const numberName: typeof itemNumberVariable = "item_number";
/** Variables that mean something else in an iteration. */
export const itemNames: readonly string[] = [itemName, numberName];

/** A node that runs others for each item of a list. */
export interface Iteration {
  /** The node whose output is the list, or a variable. Undefined: neither. */
  list: Compared | undefined;
  /** A list that stands in the file. */
  fixed?: string;
  /** The node within whose outputs are those of the iteration. */
  output: string;
  /** The node within with which each item begins. Unknown: those that no other leads to. */
  start: string;
  concurrency: number;
  /** How it differs from the source. */
  note: string;
}

export interface InnerNode extends FlowNode {
  /** The node within which it is. */
  parent?: string;
  iteration?: Iteration;
  /** It runs others again until a condition holds, which Muster's processes can't. */
  loops?: true;
}

/** What a prompt calls the current item, or a field of it. */
export const nameItem = (field = ""): string => (field ? `the field “${field}” of {${itemName}}` : `{${itemName}}`);
/** What a prompt calls the number of the current item, which starts at 1. */
export const nameItemNumber = (): string => `{${numberName}}`;
/** A text for the prompt of an agent, which can't contain the item. Its tasks do. */
export const withoutItem = (text: string): string =>
  text.replaceAll(`{${itemName}}`, "the current item").replaceAll(`{${numberName}}`, "the number of the current item");

/** The nodes with others in them: iterations, and loops that Muster doesn't have. */
export class Containers {
  readonly #nodes: ReadonlyMap<string, InnerNode>;
  /** The node within which another one is, by its id. */
  readonly #parents = new Map<string, string>();
  /** Where each of them ends, by its id. */
  readonly #ends = new Map<string, string>();

  constructor(nodes: readonly InnerNode[]) {
    this.#nodes = new Map(nodes.map((node) => [node.id, node]));
    for (const { id, parent = "" } of nodes) {
      const outer = this.#nodes.get(parent);
      if (parent !== id && (outer?.iteration || outer?.loops)) this.#parents.set(id, parent);
    }
    for (const parent of new Set(this.#parents.values())) {
      let end = `end of ${parent}`;
      while (this.#nodes.has(end)) end = `end of ${end}`;
      this.#ends.set(parent, end);
    }
    for (const [id, end] of this.#ends) this.#parents.set(end, this.parentOf(id));
  }

  /** Empty: it is within no other one. */
  parentOf(id: string): string {
    return this.#parents.get(id) ?? "";
  }

  get ends(): FlowNode[] {
    return [...this.#ends.values()].map((id) => ({ id }));
  }

  #isFirst(id: string, entered: ReadonlySet<string>): boolean {
    const parent = this.parentOf(id);
    const start = this.#nodes.get(parent)?.iteration?.start ?? "";
    return this.parentOf(start) === parent ? id === start : !entered.has(id);
  }

  /**
   * Connects what is within nodes with what is around them. Edges between inside and outside mean nothing. `past` leads from nodes to
   * their ends, where what follows begins.
   */
  connect(edges: readonly FlowEdge[]): { edges: FlowEdge[]; past: FlowEdge[] } {
    const own = edges.filter(({ from, to }) => this.parentOf(from) === this.parentOf(to));
    const entered = new Set(own.map(({ to }) => to));
    const firsts = [...this.#nodes.keys()].filter((id) => this.parentOf(id) && this.#isFirst(id, entered));
    return {
      edges: [
        ...firsts.map((id) => ({ from: this.parentOf(id), to: id, way: itemWay })),
        ...own.map((edge) => ({ ...edge, from: this.#toEnd(edge.from) })),
      ],
      past: [...this.#ends].map(([from, to]) => ({ from, to, way: "" })),
    };
  }

  /** Leads from the last nodes within others to the ends of those. `edges` are connected, `order` is without loops. */
  end(edges: readonly FlowEdge[], order: readonly string[]): FlowEdge[] {
    const ordered = new Set(order);
    const left = new Set(edges.filter(({ to }) => ordered.has(to)).map(({ from }) => from));
    return order
      .filter((id) => this.#nodes.has(id) && this.parentOf(id))
      .map((id) => ({ id, parent: this.parentOf(id), from: this.#toEnd(id) }))
      .filter(({ id, parent, from }) => !left.has(from) || this.#nodes.get(parent)?.iteration?.output === id)
      .map(({ parent, from }) => ({ from, to: this.#toEnd(parent), way: "" }));
  }

  #toEnd(id: string): string {
    return this.#ends.get(id) ?? id;
  }

  /** Moves what is within a node right behind it. */
  group(order: readonly string[]): string[] {
    const inside = new Map<string, string[]>();
    for (const id of order) push(inside, this.parentOf(id), id);
    const grouped: string[] = [];
    const open = (inside.get("") ?? []).toReversed();
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      grouped.push(id);
      // A node without an ID isn't around those that are in no other one.
      if (id) open.push(...(inside.get(id) ?? []).toReversed());
    }
    return grouped;
  }
}
