import type { Step } from "../flow/step.ts";
import type { Draft } from "../shared/draft.ts";
import type { Json } from "../shared/values.ts";

/** A node of a graph. */
export interface DifyNode {
  id: string;
  type: string;
  label: string;
  data: Json;
  parent: string;
}

export interface DifyFlow {
  draft: Draft;
  /** Ids of start nodes. */
  starts: ReadonlySet<string>;
  nodes: ReadonlyMap<string, DifyNode>;
  /** Iterations in which the number of the item is used. */
  numbered: ReadonlySet<string>;
  /** Nodes after which the flow continues if no one responds in time. */
  timeouts: ReadonlySet<string>;
  /** The iteration that the node is in; empty: none. */
  iteration: string;
}

export type NodeReader = (flow: DifyFlow, node: DifyNode, step: Step) => void;
