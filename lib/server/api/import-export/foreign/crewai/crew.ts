import type { Json } from "../shared/values.ts";

/** A tool that an agent or task names. */
export interface CrewTool {
  name: string;
  /** Code of the project, other than CrewAI's own tools. */
  custom: boolean;
}

export interface CrewAgent {
  id: string;
  fields: Json;
  tools: CrewTool[];
  used: boolean;
}
export interface CrewTask {
  id: string;
  fields: Json;
  tools: CrewTool[];
  agent: string;
  /** Undefined: CrewAI passes on the outputs before it. */
  context: string[] | undefined;
  output?: Json | undefined;
  used: boolean;
}
interface CrewFunction {
  name: string;
  description: string;
  code: string;
}

/** A crew, from any of the layouts of its files. */
export interface Crew {
  name: string;
  agents: Map<string, CrewAgent>;
  tasks: Map<string, CrewTask>;
  settings: Json;
  /** Default values of inputs. */
  inputs: Json;
  functions: CrewFunction[];
}

export const newCrew = (): Crew => ({
  name: "",
  agents: new Map(),
  tasks: new Map(),
  settings: {},
  inputs: {},
  functions: [],
});
