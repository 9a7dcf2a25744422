const samples: Record<string, string> = {
  ts: 'export function greet(name: string): string {\n  return "Hello, " + (name.trim() || "stranger") + "!";\n}\n\nconsole.log(greet("Ada"));',
  py: 'def greet(name: str) -> str:\n    return f"Hello, {name.strip() or \'stranger\'}!"\n\n\nprint(greet("Ada"))',
  sql: "SELECT team, count(*) AS agents\nFROM agents\nGROUP BY team\nORDER BY agents DESC;",
  sh: 'for name in Ada Grace Linus; do\n  echo "Hello, $name!"\ndone',
};

const codePattern = /\b(code|function|script|snippet|typescript|javascript|python|sql|bash|shell)\b/i;

/** A short code example in the requested language, if the question asks for code. */
export function createCodeSample({ question }: { question: string }): string | undefined {
  if (!codePattern.test(question)) return undefined;
  const language = /python/i.test(question)
    ? "py"
    : /sql/i.test(question)
      ? "sql"
      : /bash|shell/i.test(question)
        ? "sh"
        : "ts";
  const fence = "```";
  return `Here is a small example:\n\n${fence}${language}\n${samples[language]}\n${fence}\n\nI know no other. Connect a real model to get real code.`;
}
