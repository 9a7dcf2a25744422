/** Initial code of a new function tool, by language. */
export const starters = {
  javascript: `// args: the arguments the model provides. The result must be JSON.
export default async (args, { env, fetch, log }) => {
  log("greeting", args.name);
  return { greeting: \`Hello, \${args.name}!\` };
};
`,
  python: `# args: the arguments the model provides. The result must be JSON.
def main(args, env):
    print("greeting", args["name"])
    return {"greeting": f"Hello, {args['name']}!"}
`,
} as const;

/** Whether the code is still an unchanged starter. */
export const isStarter = (code: string): boolean => (Object.values(starters) as string[]).includes(code);
