import { readManifest } from "../../../../platform/process/version";
import { type Check, type Finding, ok, problem } from "./finding";

/** Whether a version such as `v24.1.0` is at least the oldest of a range such as `>=22.13`. */
function isAtLeast(version: string, range: string): boolean {
  const [major = 0, minor = 0] = version.slice(1).split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = range.replace(">=", "").split(".").map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

export const versionCheck: Check = {
  name: "Version",
  remedy: "Run the command in the folder of a complete installation.",
  async run({ buildProblem }) {
    const { version, engines } = readManifest();
    const unbuilt = buildProblem();
    const node: Finding = isAtLeast(process.version, engines.node)
      ? ok(`Node ${process.version}.`)
      : problem(
          `Node ${process.version} is too old: Muster requires ${engines.node}.`,
          "Install a newer Node, or run npm ci.",
        );
    const build: Finding = unbuilt ? problem(unbuilt, "Run npm run build.") : ok("The build is up to date.");
    return [ok(`Muster ${version}.`), node, build];
  },
};
