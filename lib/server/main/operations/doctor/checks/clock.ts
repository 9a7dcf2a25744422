import { existsSync } from "node:fs";
import { readFileSystemTime } from "../../../../platform/disk/file-clock";
import { type Check, type Finding, ok, problem, withDatabase } from "./finding";

/** Codes of two-factor sign-in are valid for 30 seconds. */
const maxSkewMs = 5_000;
const remedy = "Synchronize the clocks of all machines with NTP.";

const formatSkew = (ms: number): string => `${Math.abs(ms / 1_000).toFixed(1)} s ${ms < 0 ? "behind" : "ahead of"}`;

/** Compares this process's time with one that was read between `began` and now. */
function compare(began: number, other: number, whose: string): Finding {
  const skew = (began + Date.now()) / 2 - other;
  const found = `This machine's clock is ${formatSkew(skew)} ${whose}.`;
  return Math.abs(skew) > maxSkewMs ? problem(found, remedy) : ok(found);
}

async function compareFolder(name: string, folder: string): Promise<Finding[]> {
  if (!existsSync(folder)) return [];
  const began = Date.now();
  return [compare(began, await readFileSystemTime(folder), `the file system clock of ${name}`)];
}

export const clockCheck: Check = {
  name: "Clock",
  remedy: "Make the folders writable for the user that Muster runs as.",
  async run(examination) {
    const { DATA_DIR, UPLOADS_DIR, STORAGE_URL } = examination.env;
    const database = await withDatabase(
      examination,
      async (client) => {
        const began = Date.now();
        const { rows } = await client.query<{ ms: string }>("select extract(epoch from clock_timestamp()) * 1000 ms");
        return [compare(began, Number(rows[0]?.ms), "the database's")];
      },
      "its time",
    );
    const data = await compareFolder("DATA_DIR", DATA_DIR);
    const uploads = STORAGE_URL ? [] : await compareFolder("UPLOADS_DIR", UPLOADS_DIR);
    return [...database, ...data, ...uploads];
  },
};
