import type { Revision, SavedInput, Tool, ToolOutcome } from "@/lib/contract/tools/outputs";
import { tools } from "@/lib/contract/tools/schemas";
import { callAs, expectOk, type Person } from "./client";

export const doubling = "export default async ({ n }) => { console.log('got ' + n); return { doubled: n * 2 }; };";
export const parameters = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };

/** The body of a function tool. */
export const functionTool = (definition: object = {}, more: object = {}) => ({
  name: "Doubler",
  description: "Doubles a number.",
  type: "function",
  ...more,
  definition: { language: "javascript", code: doubling, parameters, ...definition },
});

const to = ({ token, slug }: Person) => ({ token, params: { resourceSlug: slug } });
export const ofTool = ({ token, slug }: Person, toolId: string) => ({ token, params: { resourceSlug: slug, toolId } });
export const ofRevision = ({ token, slug }: Person, revisionId: string) => ({
  token,
  params: { resourceSlug: slug, revisionId },
});

export const addTool = (person: Person, body: object) =>
  callAs(tools.add, { ...to(person), body: { ...body } as never });
export const madeTool = async (person: Person, body: object = functionTool()) =>
  String((await expectOk(addTool(person, body)))._id);
export const editTool = (person: Person, toolId: string, body: object) =>
  callAs(tools.edit, { ...ofTool(person, toolId), body: { ...body } });

export interface ReadTool {
  tool: Tool;
  revisions: Revision[];
  operations: { operation: string | null; functionName: string }[];
  agents: { _id: string; name: string; revisionId: string | null }[];
  inputs: SavedInput[];
}
export const readTool = async (person: Person, toolId: string) =>
  (await expectOk(callAs(tools.get, ofTool(person, toolId)))) as unknown as ReadTool;

export const testTool = async (person: Person, toolId: string, body: object) =>
  (await expectOk(
    callAs(tools.test, { ...ofTool(person, toolId), body: { ...body } as never }),
  )) as unknown as ToolOutcome;
