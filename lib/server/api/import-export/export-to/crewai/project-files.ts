import type { TransferFile } from "@/lib/contract/transfers/file";
import { writeEnvironment } from "../shared/environment";
import type { ExportedFile } from "../shared/exported";
import { toText } from "../shared/literals";
import { createNumbering, toCamelCase, toSnakeCase } from "../shared/names";
import { listTasks } from "../shared/process";
import { listKeyVariables } from "./models";

/** The classes for structured outputs, by task. */
export function nameSchemas(file: TransferFile): Map<string, string> {
  const number = createNumbering(["Any", "json"]);
  return new Map(
    listTasks(file).flatMap(({ task, name }) => {
      const camel = toCamelCase(name, "task");
      const wanted = `${camel[0]?.toUpperCase()}${camel.slice(1)}Output`;
      return task.structuredOutput ? [[name, number(wanted)] as const] : [];
    }),
  );
}

function writeSchemas(file: TransferFile, schemas: ReadonlyMap<string, string>): ExportedFile[] {
  if (schemas.size === 0) return [];
  const classes = listTasks(file).flatMap(({ task, name }) => {
    const own = schemas.get(name);
    const schema = { ...task.structuredOutput, title: own };
    return own ? [`${own} = create_model_from_schema(json.loads(${toText(JSON.stringify(schema))}))`] : [];
  });
  const imports = "import json\n\nfrom crewai.utilities.pydantic_schema_utils import create_model_from_schema";
  return [{ path: "schemas.py", text: `${imports}\n\n${classes.join("\n")}\n` }];
}

const writeProject = ({ app }: TransferFile): string => `[project]
name = ${toText(toSnakeCase(app.name, "crew"))}
version = "0.1.0"
requires-python = ">=3.10,<3.14"
dependencies = ["crewai[tools]>=1.14.7"]

[tool.crewai]
type = "crew"
`;

/** The files of a project besides the crew, its agents and its tools. */
export const writeProjectFiles = (file: TransferFile, schemas: ReadonlyMap<string, string>): ExportedFile[] => [
  ...writeSchemas(file, schemas),
  { path: "pyproject.toml", text: writeProject(file) },
  { path: ".env.example", text: writeEnvironment(file.tools, listKeyVariables(file.models)) },
];
