import { Permission, type PermissionBit } from "./bits";

interface TrashPermissions {
  /** To restore an item: the permission to create one. Undefined: any member. */
  restore: PermissionBit | undefined;
  /** To delete it permanently: the permission to delete one. */
  remove: PermissionBit | undefined;
}

/** The permissions for items in the trash, by their type. */
export const trashPermissions = {
  app: { restore: Permission.CREATE_APP, remove: Permission.DELETE_APP },
  agent: { restore: Permission.CREATE_AGENT, remove: Permission.DELETE_AGENT },
  task: { restore: Permission.CREATE_TASK, remove: Permission.DELETE_TASK },
  tool: { restore: Permission.CREATE_TOOL, remove: Permission.DELETE_TOOL },
  datasource: { restore: Permission.CREATE_DATASOURCE, remove: Permission.DELETE_DATASOURCE },
  variable: { restore: Permission.CREATE_VARIABLE, remove: Permission.DELETE_VARIABLE },
  session: { restore: undefined, remove: undefined },
} as const satisfies Record<string, TrashPermissions>;
