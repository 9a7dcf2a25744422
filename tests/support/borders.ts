import type { Import } from "./imports";

const apiRoute = "app/api/[...path]/route.ts";
/** From the lowest to the highest: a file imports from its own layer and from those below it. */
const layers = ["platform", "access", "engine", "resources", "api", "main"];
/**
 * What a resource shows to other resources: its actions, what it is in an exported file, and what is named here. What is
 * derived from the declarations of all is in `references`.
 */
const resourceFaces =
  /^lib\/server\/resources\/(references\/|[^/]+\/(store\/)?(actions|part|service)\.ts$|apps\/(principal|start)\.ts$|sessions\/(files|website-visits)\.ts$|teams\/(leave|notify-members|remove)\.ts$|vector-dbs\/users\.ts$|shares\/of-visitor\.ts$)/;

const within = (path: string, ...folders: string[]): boolean => folders.some((folder) => path.startsWith(`${folder}/`));
const clientLib = (to: string): boolean => within(to, "lib") && !within(to, "lib/server", "lib/scripts");

function componentMay(from: string, to: string): boolean {
  const [, folder = ""] = from.split("/");
  const own = `components/${folder}`;
  if (folder === "ui") return within(to, own, "lib/utils");
  if (within(to, "context", "hooks") || clientLib(to)) return true;
  return within(to, own, "components/ui", "components/shared");
}

function serverMay(from: string, to: string): boolean {
  if (within(to, "lib/contract", "lib/permissions", "lib/constants", "lib/utils")) return true;
  if (!within(to, "lib/server")) return false;
  const [fromLayer, fromFolder] = from.split("/").slice(2);
  const [toLayer, toFolder] = to.split("/").slice(2);
  if (from === "lib/server/resources/registry.ts") return /^lib\/server\/resources\/[^/]+\/resource\.ts$/.test(to);
  if (fromLayer !== toLayer) return layers.indexOf(toLayer ?? "") < layers.indexOf(fromLayer ?? "");
  return fromLayer !== "resources" || fromFolder === toFolder || resourceFaces.test(to);
}

/** May this file of ours import that file of ours? */
export function mayImport({ from, to }: Pick<Import, "from" | "to">): boolean {
  if (from === apiRoute || from === "instrumentation.ts") return within(to, "lib");
  if (within(from, "app")) return within(to, "app", "components", "context", "hooks", "styles") || clientLib(to);
  if (within(from, "components")) return componentMay(from, to);
  if (within(from, "context", "hooks")) return within(to, "context", "hooks") || clientLib(to);
  if (within(from, "lib/permissions")) return within(to, "lib/permissions");
  if (within(from, "lib/constants")) return within(to, "lib/constants");
  if (within(from, "lib/utils")) return within(to, "lib/utils");
  if (within(from, "lib/contract")) return within(to, "lib/contract", "lib/permissions", "lib/constants", "lib/utils");
  if (within(from, "lib/server")) return serverMay(from, to);
  if (within(from, "lib/scripts")) return within(to, "lib");
  if (within(from, "lib")) return clientLib(to);
  return within(to, "lib/contract", "lib/constants", "styles");
}

/** Packages that reach the network, and the folders that may: everything else goes through lib/server/platform/outbound. */
const network = /^(node:)?(http|https|http2|net|tls|dgram)$|^undici$|^pg$|^socket\.io$|^nodemailer$/;
const networkFolders: [RegExp, string[]][] = [
  [/^pg$/, ["lib/server/platform/db", "lib/server/platform/errors", "lib/server/engine/connectors/postgres"]],
  [/^socket\.io$/, ["lib/server/api/realtime"]],
  [/^nodemailer$/, ["lib/server/platform/mail"]],
  [/^node:http$/, ["lib/server/platform/peers"]],
];

/** Values of those packages that open no connection. */
const harmless = ["isIP", "isIPv4", "isIPv6", "STATUS_CODES"];

export function mayUsePackage({ from, to, typeOnly, names }: Import): boolean {
  if (names?.every((name) => harmless.includes(name))) return true;
  if (typeOnly || !network.test(to) || within(from, "lib/server/platform/outbound", "lib/scripts")) return true;
  return networkFolders.some(([name, folders]) => name.test(to) && within(from, ...folders));
}

/** Only the fetch wrapper of the client and the guarded one of the server call fetch. */
export const mayFetch = (file: string): boolean =>
  within(file, "lib/api", "lib/server/platform/outbound", "lib/scripts");
export const callsFetch = (source: string): boolean =>
  /(?<![.#\w"'`])(?:globalThis\.|window\.)?fetch\(/.test(source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ""));

/** What the pages carry of the contract: calls and helpers without schemas. */
const lightContract =
  /^lib\/contract\/([^/]+\/calls|base\/(endpoint|error|rewrites)|publications\/ways|apps\/(steps|flow-parts|check-flow|describe-branch)|session-events\/item-id)\.ts$/;
/** Packages that a page gets when it wants them, and not before. */
const latePackages =
  /^(zod|@hookform\/resolvers\/zod|socket\.io-client|react-toastify|cmdk)$|^@radix-ui\/react-(alert-dialog|dialog|dropdown-menu|popover|select|tooltip)$|^@(codemirror|dnd-kit)\//;
/** They are loaded later themselves. */
const lateFiles = [
  "components/shell/toasts/toast-box.tsx",
  "components/ui/command.tsx",
  "lib/api/events/socket.ts",
  ...["editor-setup.ts", "code-mirror.tsx", "languages.ts"].map((name) => `components/shared/code/${name}`),
  "components/shared/code/difference-view.tsx",
  ...["sortable-list.tsx", "use-drag-sensors.ts"].map((name) => `components/shared/drag/${name}`),
  ...["drop-zones.ts", "flow-canvas.tsx", "card-frame.tsx"].map((name) => `components/apps/form/flow/${name}`),
];

/** May the pages' code have this from the beginning? */
export function mayLoadFirst({
  from,
  to,
  typeOnly,
  later,
}: Pick<Import, "from" | "to" | "typeOnly" | "later">): boolean {
  if (typeOnly || later || lateFiles.includes(from)) return true;
  if (!within(from, "app", "components", "context", "hooks", "lib/api") && !lightContract.test(from)) return true;
  if (from === apiRoute) return true;
  return !latePackages.test(to) && !(within(to, "lib/contract") && !lightContract.test(to));
}
