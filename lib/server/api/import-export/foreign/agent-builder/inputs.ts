import type { SyntaxNode } from "@lezer/common";
import { childrenOf } from "../code/read-expression.ts";
import { sourceOf } from "../code/read-program.ts";

/** What the user's message is called in the input of a workflow. */
const messageName = "input_as_text";
const names = new Set(["VariableName", "VariableDefinition"]);
const functions = new Set(["ArrowFunction", "FunctionExpression", "LambdaExpression"]);

/** Finds which runs get the user's message, such as those with the conversation so far. */
export class Inputs {
  readonly #text: string;
  /** Variables with the message. */
  readonly #known = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether a value has the message. What a call returns is unknown; what it's called on counts. */
  #has(value: SyntaxNode): boolean {
    const open = [value];
    for (let at = open.pop(); at; at = open.pop()) {
      const said = at.firstChild ? "" : sourceOf(at, this.#text);
      if (at.name === "VariableName" && this.#known.has(said)) return true;
      if (at.name === "PropertyName" && said === messageName) return true;
      if (at.name === "String" && at.parent?.name === "MemberExpression" && said.slice(1, -1) === messageName)
        return true;
      if (at.name === "CallExpression" && at.firstChild) open.push(at.firstChild);
      else if (!functions.has(at.name)) for (const child of childrenOf(at)) open.push(child);
    }
    return false;
  }

  /** Notes what a statement assigns to a variable. */
  assign(statement: SyntaxNode): void {
    const value = statement.lastChild?.name === ";" ? statement.lastChild.prevSibling : statement.lastChild;
    const target = childrenOf(statement).find(({ name }) => names.has(name));
    if (!value || !target || target.from === value.from) return;
    const name = sourceOf(target, this.#text);
    if (this.#has(value)) this.#known.add(name);
    else if (statement.name !== "UpdateStatement") this.#known.delete(name);
  }

  /** Whether a run gets the message: as its second argument, or the one named `input`. */
  passes(run: SyntaxNode): boolean {
    const given = childrenOf(run.getChild("ArgList") ?? run).filter(({ name }) => !/^[(),]$|Comment$/.test(name));
    const named = given.findIndex((one) => names.has(one.name) && sourceOf(one, this.#text) === "input");
    const input = given[named + 1]?.name === "AssignOp" && named >= 0 ? given[named + 2] : given[1];
    return input !== undefined && input.name !== "AssignOp" && this.#has(input);
  }
}
