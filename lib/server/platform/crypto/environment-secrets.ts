import { listHeaderSecrets } from "./header-secrets";

const secretName = /SECRET|PASSWORD|TOKEN|KEY|CREDENTIAL/i;

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Passwords and keys in a URL, as they are and decoded. */
function listUrlSecrets(text: string): string[] {
  const url = URL.parse(text);
  if (!url) return [];
  const parameters = [...url.searchParams].flatMap(([name, value]) => (secretName.test(name) ? [value] : []));
  return url.password ? [...parameters, url.password, decode(url.password)] : parameters;
}

/** The values of `Authorization=Basic%20…,X-Key=…`, which are sent decoded. */
function listHeaderValues(headers: string): string[] {
  const encoded = headers.split(",").map((header) => header.slice(header.indexOf("=") + 1).trim());
  return listHeaderSecrets([...encoded, ...encoded.map(decode)]);
}

/** The secrets in an environment: variables that are named so, headers, and passwords and keys in URLs. */
export function listEnvironmentSecrets(variables: object): string[] {
  const values = Object.entries(variables).flatMap(([name, value]) => {
    if (typeof value !== "string" || !value) return [];
    if (name.endsWith("_HEADERS")) return listHeaderValues(value);
    return secretName.test(name) ? [value, ...listUrlSecrets(value)] : listUrlSecrets(value);
  });
  return [...new Set(values)];
}
