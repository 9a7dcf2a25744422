import { distance } from "fastest-levenshtein";
import type { EnvironmentError } from "../../../../platform/env/env";
import { listVariables } from "../../../../platform/env/variables";
import { type Check, type Examination, type Finding, ok, optional, problem } from "./finding";

type Variables = Record<string, string | undefined>;

/** A shorter name differs from many others by two letters, such as HOST from HOME. */
const longName = 8;

/** The known name that an unknown one was probably meant to be. */
function findIntended(name: string, known: readonly string[]): string | undefined {
  const upper = name.toUpperCase();
  const allowed = upper.length >= longName ? 2 : 1;
  const near = known.filter((candidate) => Math.abs(candidate.length - upper.length) <= allowed);
  return near.find((candidate) => distance(candidate, upper) <= allowed);
}

/** Variables that are probably misspelled: unknown ones that resemble a known one. */
export function findMisspelled(variables: Variables): Finding[] {
  const known = listVariables();
  const set = Object.keys(variables).filter((name) => variables[name]?.trim() && !known.includes(name));
  return set.flatMap((name) => {
    const intended = findIntended(name, known);
    // Both are set: the other name belongs to another program.
    if (!intended || variables[intended]?.trim()) return [];
    return [
      problem(`The variable ${name} isn't a Muster setting.`, `Rename it to ${intended} if that is what you meant.`),
    ];
  });
}

function adviseUrl({ APP_URL, appUrlIsSet, TRUST_PROXY }: Examination["env"]): Finding[] {
  if (!appUrlIsSet)
    return [
      optional(
        `APP_URL is not set, so links in emails begin with ${APP_URL}.`,
        "Set APP_URL to the public URL of this server.",
      ),
    ];
  if (!APP_URL.startsWith("https://") || TRUST_PROXY) return [];
  return [
    optional(
      "APP_URL begins with https://, but TRUST_PROXY is off, so all clients have the proxy's address.",
      "Set TRUST_PROXY=on if a reverse proxy is in front of Muster.",
    ),
  ];
}

/** Only the server reads these files, because Next does. */
const adviseFiles = (fromFiles: readonly string[]): Finding[] =>
  fromFiles.length === 0
    ? []
    : [
        optional(
          `Only npm start and npm run up read ${fromFiles.join(", ")} from the .env file.`,
          "Also set this in the environment of other commands, such as backup, admin and worker.",
        ),
      ];

/** The problems of an environment that Muster would not start with. */
export const toProblems = ({ sentences }: EnvironmentError): Finding[] =>
  sentences.map((sentence) => problem(sentence, "Correct this setting: Muster doesn't start with it."));

export const settingsCheck: Check = {
  name: "Settings",
  remedy: "Compare the variables with the table of settings in README.md.",
  run: async ({ env, variables, fromFiles }) => {
    const misspelled = findMisspelled(variables);
    return [
      ...(misspelled.length > 0 ? misspelled : [ok("All settings are valid.")]),
      ...adviseUrl(env),
      ...adviseFiles(fromFiles),
    ];
  },
};
