import type { ImportTodo } from "@/lib/contract/transfers/schemas";
import { describeSchedule } from "@/lib/utils/schedule/describe-schedule";
import { messages } from "./checklist/messages";
import type { Parts } from "./file/references";
import { needsValue, none } from "./needs";
import { type Choices, type ImportPlan, isWritten, lacksModel } from "./plan";
import type { PlannedImport } from "./preview";
import { indexNamers } from "./problems";

/** Describes a file's schedule, such as `every day at 09:00 (UTC)`. */
export function describeFileSchedule({ every, ...timing }: NonNullable<Parts["app"]["schedule"]>): string {
  const text = describeSchedule({ unit: every, ...timing });
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** `checked`: whether it is done is known from the imported resources; it has no link before the import. */
export type PlannedTodo = ImportTodo & { checked?: boolean };
const toChecked = (message: string): PlannedTodo => ({ message, href: null, checked: true });

/**
 * Returns the remaining steps as they are known before the import. `hrefOf` creates the links of the manual ones, which the
 * import stores; the others are stored by what they concern.
 */
export function buildTodo(
  plan: ImportPlan,
  { prepared, kept }: Pick<PlannedImport, "prepared" | "kept">,
  { schedule }: Choices,
  hrefOf: (kind: string, key: string) => string | null,
): PlannedTodo[] {
  const { file, parts, needs } = plan;
  const namers = indexNamers(plan);
  const ofTools = parts.flatMap(({ key, as, action }): PlannedTodo[] => {
    const missing = prepared.get(key)?.missing ?? [];
    return [
      ...(missing.length > 0 ? [toChecked(messages.secrets(as, missing))] : []),
      ...kept
        .filter((one) => one.tool === key)
        .map(({ agent }) => ({
          message: `“${agent}” is pinned to another revision of “${as}”. Choose the new one in the agent.`,
          href: hrefOf("tool", key),
        })),
      ...(action === "revision" ? [toChecked(`Compare the new revision of the tool “${as}” and apply it.`)] : []),
    ];
  });
  const ofNeeds = needs.flatMap((need): PlannedTodo[] => {
    const { kind, name, chosen } = need;
    const [user] = namers(need);
    if (needsValue(file, need)) return [toChecked(messages.variable(name))];
    if (kind === "variable" && chosen === none)
      return [{ message: `The variable ${name} has no value. Prompts show its name instead.`, href: null }];
    if (kind === "person" && chosen === none && user)
      return [
        {
          message: `Choose who responds to requests from “${user.as}”. The file specifies ${name}.`,
          href: hrefOf(user.kind, user.key),
        },
      ];
    return [];
  });
  const bare = parts.filter((one) => isWritten(one) && lacksModel(one) && !(one.part as Parts["agent"]).model);
  const pinned = parts.flatMap((one): ImportTodo[] => {
    if (one.kind !== "agent" || !isWritten(one)) return [];
    const names = (one.inFile as Parts["agent"]).pinned.map((name) => `“${name}”`);
    if (names.length === 0) return [];
    const message = `Test the agent “${one.as}”. The original uses a different revision of ${names.join(", ")} than the file.`;
    return [{ message, href: hrefOf("agent", one.key) }];
  });
  const app = parts.find(({ kind }) => kind === "app");
  return [
    ...ofTools,
    ...ofNeeds,
    ...pinned,
    ...bare.map(({ as }) => toChecked(messages.model(as))),
    ...(app && isWritten(app) && file.app.type === "chat" && !(app.part as { agent: string | null }).agent
      ? [toChecked(messages.agent)]
      : []),
    ...(file.app.schedule && !schedule && app?.action === "new"
      ? [
          {
            message: `The original app ran ${describeFileSchedule(file.app.schedule)}. The imported app has no schedule.`,
            href: hrefOf("app", app.key),
          },
        ]
      : []),
  ];
}
