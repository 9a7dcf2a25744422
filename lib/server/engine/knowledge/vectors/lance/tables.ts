import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Connection, Session, Table } from "@lancedb/lancedb";
import { isMissing } from "./failure";
import { loadLance } from "./load";

/** For decoded indexes and file metadata, shared by all tables. */
const indexCacheBytes = 64 * 1024 * 1024;
const metadataCacheBytes = 32 * 1024 * 1024;

export type Row = {
  id: string;
  team: string;
  datasource: string;
  document: string;
  fields: string;
  vector: number[];
};

/** The open tables of one folder. Each read sees the newest version, by any process. */
export class Tables {
  readonly folder: string;
  private opening: Promise<Connection> | undefined;
  private readonly open = new Map<string, Promise<Table>>();

  constructor(folder: string) {
    this.folder = folder;
  }

  async getConnection(): Promise<Connection> {
    this.opening ??= this.connect().catch((error: unknown) => {
      this.opening = undefined;
      throw error;
    });
    return this.opening;
  }

  private async connect(): Promise<Connection> {
    const { connect, Session } = await loadLance();
    const session: Session = new Session(BigInt(indexCacheBytes), BigInt(metadataCacheBytes));
    return connect(this.folder, { readConsistencyInterval: 0 }, session);
  }

  /** Undefined before the first write. */
  async find(name: string): Promise<Table | undefined> {
    const opening = this.open.get(name) ?? this.getConnection().then((connection) => connection.openTable(name));
    this.open.set(name, opening);
    try {
      return await opening;
    } catch (error) {
      this.open.delete(name);
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Runs work on a table; undefined when it does not exist. Reopens it when another process has replaced it. */
  async withTable<T>(name: string, work: (table: Table) => Promise<T>): Promise<T | undefined> {
    const table = await this.find(name);
    if (!table) return undefined;
    try {
      return await work(table);
    } catch (error) {
      if (!isMissing(error)) throw error;
      this.open.delete(name);
      const reopened = await this.find(name);
      return reopened && work(reopened);
    }
  }

  /** Undefined when another process created it first. */
  async create(name: string, rows: Row[]): Promise<Table | undefined> {
    const connection = await this.getConnection();
    try {
      const table = await connection.createTable(name, rows);
      this.open.set(name, Promise.resolve(table));
      return table;
    } catch (error) {
      if (error instanceof Error && /already exists/i.test(error.message)) return undefined;
      throw error;
    }
  }

  async listNames(): Promise<string[]> {
    const connection = await this.getConnection();
    const names: string[] = [];
    for (;;) {
      const page = await connection.tableNames({ limit: 500, startAfter: names.at(-1) });
      names.push(...page);
      if (page.length < 500) return names;
    }
  }

  async drop(name: string): Promise<void> {
    this.open.delete(name);
    const connection = await this.getConnection();
    await connection.dropTable(name).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
    // Removes files of interrupted writes.
    await rm(join(this.folder, `${name}.lance`), { recursive: true, force: true });
  }
}
