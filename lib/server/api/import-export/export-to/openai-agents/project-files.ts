import type { TransferFile } from "@/lib/contract/transfers/file";
import { getLocalName } from "../../file/file-parts";
import { writeEnvironment } from "../shared/environment";
import type { ExportedFile } from "../shared/exported";
import { toComment, toJson, toLiteral } from "../shared/literals";
import { toSnakeCase } from "../shared/names";
import { readFunction } from "../shared/read-tool";
import type { SketchNames } from "./names";
import { toFunctionFile } from "./tools";

/** The version of the SDK that the sketch is tested with. */
const sdkVersion = "^0.20.0";

const writePackage = ({ app }: TransferFile): string =>
  JSON.stringify(
    {
      name: toSnakeCase(app.name, "app").replaceAll("_", "-"),
      version: "0.1.0",
      private: true,
      type: "module",
      engines: { node: ">=22.18" },
      scripts: { start: "node --env-file-if-exists=.env main.ts", types: "tsc" },
      dependencies: { "@modelcontextprotocol/sdk": "^1.20.0", "@openai/agents": sdkVersion, zod: "^4.0.0" },
      devDependencies: { "@types/node": "^24.0.0", typescript: ">=5.9" },
    },
    null,
    2,
  );

const compilerOptions = {
  target: "ES2023",
  module: "NodeNext",
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: ["node"],
};

const writeVariables = ({ variables }: TransferFile): string => {
  const own = variables.filter(({ secret }) => !secret);
  const notes = own.flatMap(({ name, description }) =>
    description ? [toComment("//", `${name}: ${description}`)] : [],
  );
  const values = toLiteral(Object.fromEntries(own.map(({ name }) => [name, ""])));
  return `${["// Values for names in braces in the prompts.", ...notes].join("\n")}
export const variables: Record<string, string> = ${values};
`;
};

/** The code of functions as it is, in modules of their own, which TypeScript doesn't check. */
const writeFunctions = ({ tools }: TransferFile, names: SketchNames): ExportedFile[] =>
  tools.flatMap((tool) => {
    const code = readFunction(tool);
    if (!code) return [];
    const path = toFunctionFile(names.tools.get(getLocalName(tool)) ?? "tool", code.language);
    const head = toComment(code.language === "python" ? "#" : "//", tool.name);
    return [{ path, text: `${head}\n${code.code}` }];
  });

/** The files of a sketch besides its program, agents and tools. */
export const writeProjectFiles = (file: TransferFile, names: SketchNames): ExportedFile[] => [
  { path: "variables.ts", text: writeVariables(file) },
  ...writeFunctions(file, names),
  { path: "package.json", text: `${writePackage(file)}\n` },
  { path: "tsconfig.json", text: `${toJson({ compilerOptions, exclude: ["node_modules", "tools"] }, 2)}\n` },
  { path: ".env.example", text: writeEnvironment(file.tools, ["OPENAI_API_KEY", "OPENAI_BASE_URL"]) },
];
