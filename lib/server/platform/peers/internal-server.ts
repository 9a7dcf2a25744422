import { createServer, type RequestListener, type Server } from "node:http";
import { singleton } from "../process/registry";

const servers = () => singleton("internal-servers", () => new WeakSet<object>());

/** Whether a server is one of this process's that serve neither pages nor API calls. */
export const isInternalServer = (server: object): boolean => servers().has(server);

/** Listens for other processes, or for monitoring. Rejects if the port is in use, also by another process of a cluster. */
export function listenInternally(host: string, port: number, handle: RequestListener): Promise<Server> {
  const server = createServer(handle);
  servers().add(server);
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen({ host, port, exclusive: true }, () => resolve(server));
  });
}
