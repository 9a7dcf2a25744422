/** Code of tools whose result, output or error costs whoever takes it much. */
const javascript: Record<string, string> = {
  "a text of 50 MB": 'export default () => "a".repeat(50 * 1024 * 1024);',
  "a text of quotes": "export default () => '\"'.repeat(20 * 1024 * 1024);",
  "a million lists": "export default () => Array.from({ length: 1_000_000 }, () => []);",
  "a million numbers": "export default () => Array(1_000_000).fill(1);",
  "many keys": "export default () => Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => ['k' + i, i]));",
  "deep lists": "export default () => { let a = []; for (let i = 0; i < 100_000; i += 1) a = [a]; return a; };",
  "a million lines": 'export default () => { for (let i = 0; i < 1_000_000; i += 1) console.log("a"); return 1; };',
  "a line of 50 MB": 'export default () => { console.log("a".repeat(50 * 1024 * 1024)); return 1; };',
  "an error of 50 MB": 'export default () => { throw new Error("a".repeat(50 * 1024 * 1024)); };',
  "an error of many lines": 'export default () => { throw new Error("a\\n".repeat(1_000_000)); };',
  "a getter that never ends": "export default () => ({ get a() { for (;;); } });",
  itself: "export default () => { const a = {}; a.a = a; return a; };",
};

const python: Record<string, string> = {
  "a text of 50 MB": 'def run(args):\n    return "a" * (50 * 1024 * 1024)',
  "a million lists": "def run(args):\n    return [[] for _ in range(1000000)]",
  "a million lines": 'def run(args):\n    for _ in range(1000000):\n        print("a")\n    return 1',
  "an error of 50 MB": 'def run(args):\n    raise Exception("a" * (50 * 1024 * 1024))',
};

export const heavyCode = Object.entries({ javascript, python }).flatMap(([language, codes]) =>
  Object.entries(codes).map(([title, code]) => ({ title: `${language}: ${title}`, language, code })),
);
