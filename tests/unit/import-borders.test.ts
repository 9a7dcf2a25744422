import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { callsFetch, mayFetch, mayImport, mayLoadFirst, mayUsePackage } from "../support/borders";
import { findCircle, importsOf, sourceFiles } from "../support/imports";

const files = sourceFiles();
const imports = files.flatMap((file) => importsOf(file));
const arrow = ({ from, to }: { from: string; to: string }) => `${from} → ${to}`;

describe("the code", () => {
  test("is read", () => {
    expect(files).toContain("lib/server/env.ts");
    expect(imports.map(arrow)).toContain("lib/server/env.ts → lib/constants/plans.ts");
  });

  test("keeps to who may import whom", () => {
    expect(imports.filter((entry) => entry.own && !mayImport(entry)).map(arrow)).toEqual([]);
  });

  test("keeps schemas and what opens on demand out of what a page loads first", () => {
    expect(imports.filter((entry) => !mayLoadFirst(entry)).map(arrow)).toEqual([]);
  });

  test("has no circles", () => {
    expect(findCircle(imports)).toBeUndefined();
  });

  test("has no barrels but the contract's index and the schema", () => {
    const barrels = files.filter((file) => /^export (\*|\{[^}]*\}) from/m.test(readFileSync(file, "utf8")));
    expect(barrels.filter((file) => !["lib/contract/index.ts", "lib/server/db/schema.ts"].includes(file))).toEqual([]);
  });

  test("reaches the network through lib/server/outbound alone", () => {
    expect(imports.filter((entry) => !entry.own && !mayUsePackage(entry)).map(arrow)).toEqual([]);
    expect(files.filter((file) => !mayFetch(file) && callsFetch(readFileSync(file, "utf8")))).toEqual([]);
  });
});

describe("the rules", () => {
  test.each<[string, string, boolean]>([
    ["app/login/page.tsx", "components/accounts/login-form.tsx", true],
    ["app/login/page.tsx", "lib/server/env.ts", false],
    ["app/api/[...path]/route.ts", "lib/server/http/dispatch.ts", true],
    ["instrumentation.ts", "lib/server/start.ts", true],
    ["components/ui/button.tsx", "lib/utils/cn.ts", true],
    ["components/ui/button.tsx", "lib/constants/ui.ts", false],
    ["components/ui/button.tsx", "components/shared/field.tsx", false],
    ["components/agents/form.tsx", "components/ui/button.tsx", true],
    ["components/agents/form.tsx", "components/models/select.tsx", false],
    ["components/agents/form.tsx", "lib/server/agents/queries.ts", false],
    ["hooks/use-action.ts", "lib/api/call.ts", true],
    ["hooks/use-action.ts", "components/ui/button.tsx", false],
    ["lib/api/call.ts", "lib/server/env.ts", false],
    ["lib/contract/agents.ts", "lib/permissions/bits.ts", true],
    ["lib/contract/agents.ts", "lib/api/call.ts", false],
    ["lib/permissions/bits.ts", "lib/constants/plans.ts", false],
    ["lib/server/agents/handlers.ts", "lib/server/db/client.ts", true],
    ["lib/server/agents/handlers.ts", "lib/server/models/service.ts", true],
    ["lib/server/agents/handlers.ts", "lib/server/models/queries.ts", false],
    ["lib/server/agents/handlers.ts", "lib/api/call.ts", false],
    ["lib/server/runs/engine.ts", "lib/server/models/service.ts", true],
    ["lib/server/runs/engine.ts", "lib/server/models/queries.ts", false],
  ])("%s → %s: %s", (from, to, allowed) => {
    expect(mayImport({ from, to })).toBe(allowed);
  });

  test.each<[string, string, boolean]>([
    ["lib/server/agents/handlers.ts", 'import { request } from "undici";', false],
    ["lib/server/agents/handlers.ts", 'import http from "node:http";', false],
    ["lib/server/agents/handlers.ts", 'import type { Server } from "node:http";', true],
    ["lib/server/http/address.ts", 'import { isIP } from "node:net";', true],
    ["lib/server/http/address.ts", 'import { isIP, connect } from "node:net";', false],
    ["lib/server/http/guard.ts", 'import { STATUS_CODES, type Server } from "node:http";', true],
    ["lib/server/models/queries.ts", 'import pg from "pg";', false],
    ["lib/server/db/pool.ts", 'import pg from "pg";', true],
    ["lib/server/outbound/outbound.ts", 'import { Agent } from "undici";', true],
    ["lib/server/agents/handlers.ts", 'const net = await import("node:net");', false],
  ])("%s may have %s: %s", (file, source, allowed) => {
    const found = importsOf(file, source);
    expect(found).toHaveLength(1);
    expect(found.every(mayUsePackage)).toBe(allowed);
  });

  test.each<[string, string, boolean]>([
    ["components/agents/form.tsx", 'import { agents } from "@/lib/contract/calls/agents";', true],
    ["components/agents/form.tsx", 'import { agents } from "@/lib/contract/agents";', false],
    ["components/agents/form.tsx", 'import type { Agent } from "@/lib/contract/agents";', true],
    ["components/agents/form.tsx", 'const { agentForm } = await import("@/lib/contract/agents");', true],
    ["lib/contract/calls/agents.ts", 'import { z } from "zod";', false],
    ["lib/server/agents/handlers.ts", 'import { agents } from "@/lib/contract/agents";', true],
    ["components/ui/dialog.tsx", 'import * as Dialog from "@radix-ui/react-dialog";', false],
  ])("%s may have %s from the beginning: %s", (file, source, allowed) => {
    const found = importsOf(file, source);
    expect(found).toHaveLength(1);
    expect(found.every(mayLoadFirst)).toBe(allowed);
  });

  test("calls of fetch are seen, its namesakes are not", () => {
    expect(["await fetch(url)", "return globalThis.fetch(url)", "x = [fetch(url)]"].every(callsFetch)).toBe(true);
    expect(
      ["guardedFetch(url)", "model.fetch(url)", "// fetch(url)", "const f = { fetch: guarded }"].some(callsFetch),
    ).toBe(false);
  });

  test("circles are found, those of types alone are not", () => {
    const edge = (from: string, to: string, typeOnly = false) => ({ from, to, own: true, typeOnly, later: false });
    expect(findCircle([edge("a", "b"), edge("b", "c"), edge("c", "b")])).toEqual(["b", "c", "b"]);
    expect(findCircle([edge("a", "b"), edge("b", "a", true)])).toBeUndefined();
    expect(findCircle([edge("a", "b"), edge("a", "c"), edge("b", "d"), edge("c", "d")])).toBeUndefined();
  });

  test("every shape of an import is read", () => {
    const source = [
      'import "./a";',
      'import b from "./b";',
      'import {\n  c,\n  type d,\n} from "./c";',
      'import type { e } from "./e";',
      'export * from "./f";',
      'export { g } from "@/lib/g";',
      'const h = await import("./h");',
      'import * as i from "i";',
    ].join("\n");
    const found = importsOf("lib/x/y.ts", source).map((entry) => `${entry.to}${entry.typeOnly ? " type" : ""}`);
    expect(found.sort()).toEqual(["i", "lib/g", "lib/x/a", "lib/x/b", "lib/x/c", "lib/x/e type", "lib/x/f", "lib/x/h"]);
  });
});
