import { freePort } from "./free-port";
import { type Ending, type Muster, onDatabase } from "./many-processes";
import { startNginx } from "./nginx";
import { ownPostgres } from "./own-postgres";
import { s3Credentials, startS3 } from "./standins/object-storage/s3";

interface Web extends Ending {
  url: string;
}

/** nginx in front of two servers that execute no runs, and workers: each process with an empty disk of its own. */
export interface Installation {
  /** Through nginx. */
  url: string;
  muster: Muster;
  web: [Web, Web];
  workers: Ending[];
  /** Starts a server where one was. */
  restartWeb(index: 0 | 1): Promise<void>;
  addWorker(): Promise<Ending>;
  end(): Promise<void>;
}

/** `pooler`: starts what stands between Muster and the database, and returns the variables to use it. */
export async function startInstallation(
  pooler?: (url: string) => Promise<{ variables: Record<string, string>; close(): Promise<void> }>,
): Promise<Installation> {
  const [postgres, s3] = await Promise.all([ownPostgres(), startS3()]);
  const DATABASE_URL = await postgres.database();
  const pooled = await pooler?.(DATABASE_URL);
  const muster = await onDatabase(DATABASE_URL, {
    ...s3Credentials,
    STORAGE_URL: s3.storageUrl("muster"),
    PEER_HOST: "127.0.0.1",
    TRUST_PROXY: "on",
    RATE_LIMIT_SCALE: "100000",
    // More than five simultaneous runs are executed by several workers.
    WORKER_MAX_RUNS: "5",
    ...pooled?.variables,
  });
  const ports = [await freePort(), await freePort()] as const;
  const serve = (index: 0 | 1) => muster.server({ WORKER: "off", PORT: String(ports[index]) });
  // The first start makes the database; the others wait for it.
  const [one, other, ...workers] = await Promise.all([serve(0), serve(1), muster.worker(), muster.worker()]);
  const nginx = await startNginx(ports);
  const installation: Installation = {
    url: nginx.url,
    muster,
    web: [one, other],
    workers,
    async restartWeb(index) {
      installation.web[index] = await serve(index);
    },
    async addWorker() {
      const worker = await muster.worker();
      installation.workers.push(worker);
      return worker;
    },
    async end() {
      await nginx.close();
      await muster.end();
      await pooled?.close();
      await Promise.all([s3.close(), postgres.stop()]);
    },
  };
  return installation;
}
