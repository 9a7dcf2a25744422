import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ServerContext,
} from "@modelcontextprotocol/server";

/** The extension for results that are fetched later. */
export const tasksExtension = "io.modelcontextprotocol/tasks";

/** As validated by the transport, which the envelope's type leaves open. */
const capabilitiesOf = ({ mcpReq: { envelope } }: ServerContext): ClientCapabilities | undefined =>
  (envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;

export const supportsTasks = (ctx: ServerContext): boolean =>
  capabilitiesOf(ctx)?.extensions?.[tasksExtension] !== undefined;

/** Whether the client can show a form to its user; without any mode, `elicitation` means that. */
export function supportsForms(ctx: ServerContext): boolean {
  const elicitation = capabilitiesOf(ctx)?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}
