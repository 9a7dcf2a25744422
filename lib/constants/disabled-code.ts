const notice = "Imported and switched off. Read the code below, adapt it, and replace this function with it.";

/** The start of an imported function's code, by language: it fails on every call. */
export const disabledHeads = {
  javascript: `// ${notice}\nexport default async () => {\n  throw new Error("This tool is switched off.");\n};\n`,
  python: `# ${notice}\ndef main(args, env):\n    raise Exception("This tool is switched off.")\n`,
};

/** Longer than any start of disabled code. */
export const maxDisabledHead = 400;

/** Whether a function's code is still switched off, by its start. */
export const isDisabledCode = (code: string): boolean =>
  Object.values(disabledHeads).some((head) => code.startsWith(head));
