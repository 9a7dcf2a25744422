import type { BuiltRequest } from "./build-request";

/** Sends a form with XMLHttpRequest, which reports upload progress. Rejects like fetch, and on a redirect. */
export function upload(
  path: string,
  init: BuiltRequest["init"],
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(init.method, path);
    for (const [name, value] of Object.entries(init.headers)) xhr.setRequestHeader(name, value);
    const fail = () => reject(new TypeError("The upload failed"));
    const abort = () => xhr.abort();
    xhr.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    xhr.onerror = fail;
    xhr.ontimeout = fail;
    xhr.onabort = () => reject(new DOMException("The upload was canceled", "AbortError"));
    xhr.onload = () => {
      if (new URL(xhr.responseURL).pathname !== new URL(path, window.location.href).pathname) return fail();
      resolve(new Response(xhr.responseText, { status: xhr.status, headers: parseHeaders(xhr) }));
    };
    xhr.onloadend = () => init.signal?.removeEventListener("abort", abort);
    init.signal?.addEventListener("abort", abort);
    xhr.send(init.body instanceof FormData ? init.body : null);
  });
}

function parseHeaders(xhr: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  return headers;
}
