import { join } from "node:path";
import { beforeAll } from "vitest";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { provide } from "@/lib/server/platform/process/registry";
import { closeDatabase } from "./database";
import { changeAddress } from "./own-address";

const { TEST_DATABASES: databases = "", VITEST_POOL_ID: worker = "" } = process.env;
process.env.DATA_DIR = join(databases, worker);
process.env.UPLOADS_DIR = join(databases, worker, "uploads");
forgetEnv();
provide("database", undefined);
changeAddress();

beforeAll(() => closeDatabase);
