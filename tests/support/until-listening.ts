import type { ChildProcess } from "node:child_process";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
      .once("connect", () => resolve(true))
      .once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

/** Waits until a program accepts connections. Throws with its output if it ends before. */
export async function untilListening(port: number, child: ChildProcess, output: () => string): Promise<void> {
  for (let i = 0; i < 200; i += 1) {
    if (child.exitCode !== null) break;
    if (await isListening(port)) return;
    await sleep(50);
  }
  child.kill("SIGKILL");
  throw new Error(`${child.spawnfile} does not listen on port ${port}:\n${output()}`);
}
