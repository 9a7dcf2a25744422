"use client";

import { useState } from "react";
import { ApiError } from "@/lib/api/api-error";
import { callLoose } from "@/lib/api/browser";
import type { Method } from "@/lib/contract/base/endpoint";
import type { Operation } from "@/lib/utils/json/open-api";

interface TryResult {
  status: number;
  ms: number;
  text: string;
}

type Values = Record<string, string>;

/** Returns the path with its query; empty parameters keep their names. */
export function buildPath({ path, parameters }: Operation, values: Values): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    values[name] ? encodeURIComponent(values[name]) : placeholder,
  );
  const query = new URLSearchParams(
    parameters.flatMap((one) => (one.in === "query" && values[one.name] ? [[one.name, values[one.name] ?? ""]] : [])),
  );
  return query.size > 0 ? `${filledPath}?${query}` : filledPath;
}

/** Calls an operation through the console's client. A failed call is a result as well. */
export function useTry(operation: Operation) {
  const [pending, setPending] = useState(false);
  const [result, setResult] = useState<TryResult>();
  const [problem, setProblem] = useState<string>();

  async function send(values: Values, text: string | undefined): Promise<void> {
    const body = text === undefined ? undefined : parsed(text);
    setProblem(body instanceof SyntaxError ? `Invalid JSON: ${body.message}` : undefined);
    if (body instanceof SyntaxError) return;
    setPending(true);
    const started = performance.now();
    const [status, answer] = await formatResponse(operation, values, body);
    setResult({ status, ms: Math.round(performance.now() - started), text: JSON.stringify(answer, null, 2) });
    setPending(false);
  }
  return { send, pending, result, problem };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text || "{}");
  } catch (error) {
    return error;
  }
}

async function formatResponse(operation: Operation, values: Values, body: unknown): Promise<[number, unknown]> {
  const { id, method, path, resource, parameters } = operation;
  const missing = parameters.find((one) => one.in === "path" && !values[one.name]);
  if (missing) return [0, { error: `Enter ${missing.name} first.` }];
  const endpoint = {
    name: id,
    resource,
    method: method as Method,
    path: path.replace(/\{(\w+)\}/g, ":$1"),
    access: "account" as const,
    summary: operation.summary,
    idempotent: parameters.some(({ name }) => name === "Idempotency-Key") ? (true as const) : undefined,
  };
  const query = Object.fromEntries(
    parameters.flatMap((one) => (one.in === "query" ? [[one.name, values[one.name]]] : [])),
  );
  try {
    return [200, await callLoose(endpoint, { params: values, query, body, navigate: false })];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { message, code, status, issues, permission, usedBy, data } = error;
    const failure = {
      error: message,
      code,
      issues: issues.length > 0 ? issues : undefined,
      permission,
      usedBy,
      ...data,
    };
    return [status, failure];
  }
}
