import { beforeAll } from "vitest";
import { runCleanups } from "./cleanups";

// What a first hook returns runs last, also after what the file's own `beforeAll` hooks return.
beforeAll(() => runCleanups);
