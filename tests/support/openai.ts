import OpenAI from "openai";
import { dispatch } from "@/lib/server/api/http/dispatch";
import { CLIENT_ADDRESS_HEADER } from "@/lib/server/platform/http/front/client-address";
import { ownAddress } from "./own-address";
import type { Published } from "./publications";
import "@/lib/server/main/handlers";

/** The official client, whose requests go to the dispatcher. */
export const openAiClient = ({ key }: Pick<Published, "key">, options: { maxRetries?: number } = {}): OpenAI =>
  new OpenAI({
    apiKey: key,
    baseURL: "http://localhost:3000/v1",
    maxRetries: 0,
    ...options,
    fetch: (url, init) => {
      const request = new Request(url as string, init as RequestInit);
      request.headers.set(CLIENT_ADDRESS_HEADER, ownAddress());
      return dispatch(request, new URL(request.url).pathname);
    },
  });
