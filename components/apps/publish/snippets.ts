import type { PublicationWay } from "@/lib/constants/publications";
import type { Publication } from "@/lib/contract/publications/schemas";

export interface Snippet {
  label: string;
  language: string;
  code: string;
  /** What to do before. */
  hint: string;
}

interface Place {
  origin: string;
  publication: Pick<Publication, "_id" | "appId"> & { ways: Partial<Pick<Publication["ways"], "webhook">> };
}

const keyVariable = "MUSTER_KEY";
const setKey = `Set ${keyVariable} to one of the publication's keys.`;

const signIn = "The client opens a page where you allow it to use the app.";

const openai = ({ origin, publication: { appId } }: Place): Snippet[] => [
  {
    label: "curl",
    language: "bash",
    hint: setKey,
    code: `curl ${origin}/v1/chat/completions \\
  -H "Authorization: Bearer $${keyVariable}" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "${appId}", "messages": [{"role": "user", "content": "Hello"}]}'`,
  },
  {
    label: "Node.js",
    language: "javascript",
    hint: `Install the openai package. ${setKey}`,
    code: `import OpenAI from "openai";

const client = new OpenAI({ baseURL: "${origin}/v1", apiKey: process.env.${keyVariable} });

const stream = await client.chat.completions.create({
  model: "${appId}",
  messages: [{ role: "user", content: "Hello" }],
  stream: true,
});
for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta?.content ?? "");`,
  },
  {
    label: "Python",
    language: "python",
    hint: `Install the openai package. ${setKey}`,
    code: `import os
from openai import OpenAI

client = OpenAI(base_url="${origin}/v1", api_key=os.environ["${keyVariable}"])

stream = client.chat.completions.create(
    model="${appId}",
    messages=[{"role": "user", "content": "Hello"}],
    stream=True,
)
for chunk in stream:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="")`,
  },
];

const toMcpSettings = (server: object): string => JSON.stringify({ mcpServers: { muster: server } }, null, 2);

const mcp = ({ origin, publication: { _id } }: Place): Snippet[] => {
  const server = { type: "http", url: `${origin}/mcp/${_id}` };
  const headers = { Authorization: `Bearer \${${keyVariable}}` };
  return [
    { label: "Sign in", language: "json", hint: signIn, code: toMcpSettings(server) },
    { label: "Key", language: "json", hint: setKey, code: toMcpSettings({ ...server, headers }) },
  ];
};

const webhookHeaders = {
  standard: `ID=msg_$(openssl rand -hex 16) TIME=$(date +%s)
KEY=$(printf %s "\${SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
SIGNATURE=$(printf %s "$ID.$TIME.$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)
curl "$URL" -H "webhook-id: $ID" -H "webhook-timestamp: $TIME" -H "webhook-signature: v1,$SIGNATURE" \\`,
  github: `SIGNATURE=$(printf %s "$BODY" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d" " -f1)
curl "$URL" -H "X-GitHub-Delivery: $(openssl rand -hex 16)" -H "X-Hub-Signature-256: sha256=$SIGNATURE" \\`,
  stripe: `TIME=$(date +%s)
SIGNATURE=$(printf %s "$TIME.$BODY" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d" " -f1)
curl "$URL" -H "Stripe-Signature: t=$TIME,v1=$SIGNATURE" \\`,
  slack: `TIME=$(date +%s)
SIGNATURE=$(printf %s "v0:$TIME:$BODY" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d" " -f1)
curl "$URL" -H "X-Slack-Request-Timestamp: $TIME" -H "X-Slack-Signature: v0=$SIGNATURE" \\`,
  gitlab: `curl "$URL" -H "X-Gitlab-Event-UUID: $(openssl rand -hex 16)" -H "X-Gitlab-Token: $SECRET" \\`,
  bearer: `curl "$URL" -H "Authorization: Bearer $SECRET" -H "Idempotency-Key: $(openssl rand -hex 16)" \\`,
};

const webhook = ({ origin, publication: { _id, ways } }: Place): Snippet[] => [
  {
    label: "curl",
    language: "bash",
    hint: "Set SECRET to the webhook's secret.",
    code: `URL=${origin}/hooks/${_id}
BODY='{"message": "Hello"}'
${webhookHeaders[ways.webhook?.preset ?? "standard"]}
  -H "Content-Type: application/json" -d "$BODY"`,
  },
];

const embed = ({ origin, publication: { _id } }: Place): Snippet[] => [
  {
    label: "HTML",
    language: "html",
    hint: "Add this tag to your pages.",
    code: `<script src="${origin}/embed.js" data-publication="${_id}" async></script>`,
  },
];

/** Examples of each way, ready to be copied. */
export const buildSnippets: Record<PublicationWay, (place: Place) => Snippet[]> = { openai, mcp, webhook, embed };
