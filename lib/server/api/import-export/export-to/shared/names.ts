const maxLength = 60;

/** ASCII letters and digits of a name, with a separator for everything between. */
function toWords(name: string): string[] {
  const plain = name.normalize("NFKD").slice(0, 400);
  const words: string[] = [];
  let word = "";
  for (const letter of plain) {
    if (/[A-Za-z0-9]/.test(letter)) word += letter;
    else if (!/\p{M}/u.test(letter) && word) {
      words.push(word);
      word = "";
    }
  }
  return word ? [...words, word] : words;
}

/** Returns a function that numbers names that were given before, in any capitals. */
export function createNumbering(reserved: Iterable<string> = []): (wanted: string, separator?: string) => string {
  const used = new Set([...reserved].map((name) => name.toLowerCase()));
  return (wanted, separator = "") => {
    let name = wanted;
    for (let i = 2; used.has(name.toLowerCase()); i += 1) name = `${wanted}${separator}${i}`;
    used.add(name.toLowerCase());
    return name;
  };
}

const startsWithDigit = /^\d/;

/** `look_up`, which is an identifier in Python and a file name. */
export function toSnakeCase(name: string, otherwise: string): string {
  const snake = toWords(name).join("_").toLowerCase().slice(0, maxLength);
  if (!snake) return otherwise;
  return startsWithDigit.test(snake) ? `${otherwise}_${snake}` : snake;
}

/** `lookUp`, which is an identifier in TypeScript. */
export function toCamelCase(name: string, otherwise: string): string {
  const [first = "", ...others] = toWords(name);
  const camel = [first.toLowerCase(), ...others.map((word) => word[0]?.toUpperCase() + word.slice(1).toLowerCase())]
    .join("")
    .slice(0, maxLength);
  if (!camel) return otherwise;
  return startsWithDigit.test(camel) ? `${otherwise}${camel}` : camel;
}

/** Names of devices, which Windows does not create as files. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** The name as a file's name without an extension: letters, digits, spaces, `-` and `_`. */
export function toFileStem(name: string, otherwise: string): string {
  const safe = [...name.normalize("NFKD").slice(0, 400)]
    .filter((letter) => !/\p{M}/u.test(letter))
    .map((letter) => (/[A-Za-z0-9 _-]/.test(letter) ? letter : "_"))
    .join("")
    .slice(0, maxLength)
    .trim();
  if (!/[A-Za-z0-9]/.test(safe)) return otherwise;
  return devices.test(safe) || safe.startsWith("-") ? `${otherwise} ${safe}` : safe;
}

/** The name of a file that a task writes: its extension stays. */
export function toOutputName(name: string): string {
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 ? toWords(name.slice(dot + 1)).join("") : "";
  const stem = toFileStem(dot > 0 ? name.slice(0, dot) : name, "output");
  return extension ? `${stem}.${extension.slice(0, 20)}` : stem;
}

/** The name of an environment variable for a secret, such as `FERRY_X_KEY`. */
export const toEnvironmentName = (...names: string[]): string => toSnakeCase(names.join("_"), "secret").toUpperCase();
