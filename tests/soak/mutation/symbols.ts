import type { Node } from "oxc-parser";

/** What a file declares at its top, by a name that says where to look. */
export interface SourceSymbol {
  name: string;
  node: Node;
}

function nameOf(key: Node): string {
  if (key.type === "MemberExpression") return `${nameOf(key.object)}.${nameOf(key.property)}`;
  if (key.type === "Identifier") return key.name;
  if (key.type === "PrivateIdentifier") return `#${key.name}`;
  return key.type === "Literal" ? String(key.value) : "";
}

/** The members of object literals: `shareHandlers.remove`. */
const membersOf = (owner: string, node: Node): SourceSymbol[] =>
  node.type === "ObjectExpression"
    ? node.properties.flatMap((each) =>
        each.type === "Property" ? [{ name: `${owner}.${nameOf(each.key)}`, node: each }] : [],
      )
    : [];

/** What a statement at the top of a file declares or sets. */
export function symbolsOf(statement: Node): SourceSymbol[] {
  switch (statement.type) {
    case "ExportNamedDeclaration":
      return statement.declaration ? symbolsOf(statement.declaration) : [];
    case "FunctionDeclaration":
      return statement.id ? [{ name: statement.id.name, node: statement }] : [];
    case "ClassDeclaration": {
      const owner = statement.id?.name ?? "";
      const members = statement.body.body.flatMap((each) =>
        "key" in each ? [{ name: `${owner}.${nameOf(each.key)}`, node: each }] : [],
      );
      return [{ name: owner, node: statement }, ...members];
    }
    case "VariableDeclaration":
      return statement.declarations.flatMap((each) => {
        const name = nameOf(each.id);
        return [{ name, node: each }, ...(each.init ? membersOf(name, each.init) : [])];
      });
    case "ExpressionStatement": {
      const { expression } = statement;
      if (expression.type === "AssignmentExpression") return [{ name: nameOf(expression.left), node: statement }];
      if (expression.type !== "CallExpression") return [];
      const owner = nameOf(expression.callee);
      return [{ name: owner, node: statement }, ...expression.arguments.flatMap((each) => membersOf(owner, each))];
    }
    default:
      return [];
  }
}

/** Functions, constants, classes, assignments and calls at the top of a file, and the members of classes and objects. */
export const symbolsIn = (program: Node): SourceSymbol[] =>
  program.type === "Program" ? program.body.flatMap(symbolsOf) : [];
