import { join } from "node:path";

/** Each worker of a run has a database and a folder of its own, so that files of different workers do not meet. */
const { TEST_DATABASES: databases = "", VITEST_POOL_ID: worker = "" } = process.env;
process.env.DATA_DIR = join(databases, worker);
process.env.UPLOADS_DIR = join(databases, worker, "uploads");
