import { entities } from "../entities.ts";
import type { Config } from "../platform/config/config.ts";
import { connectDatabase, type Database } from "../platform/database/database.ts";
import { isOutage } from "../platform/database/failures.ts";
import { findRunningPostgres } from "../platform/embedded-postgres/embedded-postgres.ts";
import { CommandError } from "../platform/errors.ts";

/** The database of the running app: an embedded one has another port after each of its starts. */
export class AppDatabase {
  readonly #config: Config;
  #database: Database | undefined;

  constructor(config: Config) {
    this.#config = config;
  }

  /** @throws CommandError if the app is not running */
  async use<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    this.#database ??= await this.#connect();
    try {
      return await work(this.#database);
    } catch (error) {
      if (isOutage(error)) await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const database = this.#database;
    this.#database = undefined;
    await database?.orm.close(true);
  }

  async #connect(): Promise<Database> {
    const { databaseUrl, dataDir } = this.#config;
    const url = databaseUrl ?? (await findRunningPostgres(dataDir));
    if (!url) throw new CommandError("Propdesk is not running: start it with npm start.");
    return connectDatabase(url, entities);
  }
}
