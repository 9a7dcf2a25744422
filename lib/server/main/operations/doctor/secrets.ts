const secretName = /SECRET|PASSWORD|TOKEN|KEY|CREDENTIAL/i;

function listUrlSecrets(text: string): string[] {
  const url = URL.parse(text);
  if (!url) return [];
  const parameters = [...url.searchParams].flatMap(([name, value]) => (secretName.test(name) ? [value] : []));
  if (!url.password) return parameters;
  return [...parameters, url.password, decodePercent(url.password)];
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The secrets in an environment: variables that are named so, and passwords and keys in URLs. */
export function listSecrets(variables: Record<string, string | undefined>): string[] {
  const values = Object.entries(variables).flatMap(([name, value]) => {
    if (!value) return [];
    return secretName.test(name) ? [value, ...listUrlSecrets(value)] : listUrlSecrets(value);
  });
  return [...new Set(values)];
}
