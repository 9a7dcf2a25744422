import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";
import { trimEndMatching } from "@/lib/utils/text/trim-characters";
import { truncate } from "@/lib/utils/text/truncate";
import { OutboundError } from "../../../../platform/outbound/outbound-error";
import { ToolError } from "../shared/tool-error";

const maxLength = 500;
const shorten = (text: string): string => trimEndMatching(truncate(text.trim(), maxLength), /[\s.:]/);

function listCauses(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let at = error; at !== undefined && chain.length < 8; at = at instanceof Error ? at.cause : undefined)
    chain.push(at);
  return chain;
}

function describeStatus(host: string, status: number): string {
  if (status === 401 || status === 403)
    return `${host} answered ${status}: it does not accept these credentials. Check the headers.`;
  if (status === 404 || status === 405)
    return `${host} answered ${status}: no MCP server over streamable HTTP is at this address.`;
  if (status >= 300 && status < 400) return `${host} redirects to another address. Enter that one.`;
  return `${host} answered ${status} and not in MCP.`;
}

/** Converts an error of an MCP connection. */
export function toMcpError(error: unknown, host: string): ToolError {
  const chain = listCauses(error);
  const known = chain.find((one) => one instanceof ToolError || one instanceof OutboundError);
  if (known instanceof ToolError) return known;
  if (known instanceof OutboundError) return new ToolError(known.message, { cause: error });
  const toError = (message: string) => new ToolError(message, { cause: error });
  const http = chain.find((one) => SdkHttpError.isInstance(one));
  if (http) return toError(describeStatus(host, http.status));
  const protocol = chain.find((one) => ProtocolError.isInstance(one));
  if (protocol) return toError(`${host} refused: ${shorten(protocol.message)}.`);
  const own = chain.find((one) => SdkError.isInstance(one));
  if (own?.code === SdkErrorCode.ListPaginationExceeded) return toError(`The list of tools of ${host} does not end.`);
  if (own?.code === SdkErrorCode.UnsupportedResultType)
    return toError(`${host} asks for input in the middle of the call, which is not supported.`);
  if (own?.code === SdkErrorCode.RequestTimeout) return toError(`${host} did not answer in time.`);
  return toError(`${host} does not answer in MCP. Check the address.`);
}
