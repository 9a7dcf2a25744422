import type { ToolPart, TransferFile } from "@/lib/contract/transfers/file";
import { getLocalName } from "../../file/file-parts";
import { asRecord, asText } from "../../foreign/shared/values";
import type { ExportedFile } from "../shared/exported";
import { toComment, toText } from "../shared/literals";
import { describeTool, nameFunctions, readBuiltin, readFunction, readParameters } from "../shared/read-tool";
import type { CrewTool } from "./tools";

const imports = `import json
import os
from typing import Any

from crewai.tools import BaseTool
from crewai.utilities.pydantic_schema_utils import create_model_from_schema
from pydantic import BaseModel`;

const question = `        answer = input(f"Run {self.name} with {kwargs}? [y/N] ")
        if answer.strip().lower() != "y":
            return "A person rejected this call."
`;

/** The class that CrewAI loads. `run` are the lines of its method. */
function writeClass(tool: ToolPart, functionName: string, run: string, parameters = readParameters(tool)): string {
  const schema = { title: "Arguments", ...parameters };
  return `class ExportedTool(BaseTool):
    name: str = ${toText(functionName)}
    description: str = ${toText(tool.description || tool.name)}
    args_schema: type[BaseModel] = create_model_from_schema(json.loads(${toText(JSON.stringify(schema))}))

    def _run(self, **kwargs: Any) -> Any:
${tool.requireApproval ? question : ""}${run}
`;
}

/** The code as it is: a function of Python is not run here, and is a module of its own. */
function writeFunction(
  tool: ToolPart,
  functionName: string,
  { code, variables }: { code: string; variables: readonly string[] },
): string {
  const env = variables.map((name) => `${toText(name)}: os.environ.get(${toText(name)}, "")`).join(", ");
  const run = `        return main(kwargs, {${env}})`;
  return `${toComment("#", `Exported from Muster: ${tool.name}`)}\n${code.trimEnd()}\n\n\n${imports}\n\n\n${writeClass(tool, functionName, run)}`;
}

/** The built-in tool for the date and time. */
function writeClock(tool: ToolPart, functionName: string): string {
  const zone = toText(asText(asRecord(tool.definition.settings).timeZone) || "UTC");
  const run = `        return datetime.now(ZoneInfo(${zone})).strftime("%A, %Y-%m-%d %H:%M %Z")`;
  const own = imports.replace("from typing", "from datetime import datetime\nfrom typing");
  const noArguments = { type: "object", properties: {} };
  return `${toComment("#", `Exported from Muster: ${tool.name}`)}
${own.replace("import Any\n", "import Any\nfrom zoneinfo import ZoneInfo\n")}\n\n\n${writeClass(tool, functionName, run, noArguments)}`;
}

/** A tool that must be written: what it is, and its JavaScript, are in comments. */
function writeStub(tool: ToolPart, functionName: string): string {
  const code = readFunction(tool)?.code;
  const about = [`Exported from Muster: ${tool.name}`, code === undefined ? describeTool(tool) : "Its code in Muster:"];
  const notes = [...about, ...(code === undefined ? [] : ["", code])].map((text) => toComment("#", text)).join("\n");
  const run = '        raise NotImplementedError("Write this tool first.")';
  return `${notes}\n${imports}\n\n\n${writeClass(tool, functionName, run)}`;
}

/** The modules of tools that CrewAI doesn't have. */
export function writeToolFiles({ tools }: TransferFile, planned: ReadonlyMap<string, CrewTool>): ExportedFile[] {
  const names = nameFunctions(tools);
  return tools.flatMap((tool) => {
    const plan = planned.get(getLocalName(tool));
    if (plan?.kind !== "custom") return [];
    const name = names.get(getLocalName(tool)) ?? plan.name;
    const code = readFunction(tool);
    const path = `tools/${plan.name}.py`;
    if (readBuiltin(tool) === "dateTime") return [{ path, text: writeClock(tool, name) }];
    return [{ path, text: code?.language === "python" ? writeFunction(tool, name, code) : writeStub(tool, name) }];
  });
}
