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
    return `${host} returned ${status}. It doesn't accept these credentials. Check the headers.`;
  if (status === 404 || status === 405)
    return `${host} returned ${status}. There is no MCP server with Streamable HTTP at this URL.`;
  if (status >= 300 && status < 400) return `${host} redirects to another URL. Enter that URL instead.`;
  return `${host} returned ${status}, which isn't a valid MCP response.`;
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
  if (protocol) return toError(`${host} returned an error: ${shorten(protocol.message)}.`);
  const own = chain.find((one) => SdkError.isInstance(one));
  if (own?.code === SdkErrorCode.ListPaginationExceeded)
    return toError(`The list of functions from ${host} is too long.`);
  if (own?.code === SdkErrorCode.UnsupportedResultType)
    return toError(`${host} asked for input during the call, which isn't supported.`);
  if (own?.code === SdkErrorCode.RequestTimeout) return toError(`${host} didn't respond in time.`);
  return toError(`${host} didn't return a valid MCP response. Check the URL.`);
}
