import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { entities } from "../../../src/entities.ts";
import { joinTransactions } from "../../../src/platform/database/call-transaction.ts";
import {
  connectDatabase,
  type Database,
  kyselyOf,
} from "../../../src/platform/database/database.ts";
import { RefusalError } from "../../../src/platform/errors.ts";
import { createDatabase } from "../../support/database.ts";

let drop: () => Promise<void>;
let database: Database;
beforeAll(async () => {
  const created = await createDatabase();
  ({ drop } = created);
  database = await connectDatabase(created.url, entities);
});
afterAll(async () => {
  await database.orm.close(true);
  await drop();
});

it("a call that is refused at its beginning gets the refusal even if the connection is lost", async () => {
  const call = joinTransactions(database, async (transaction) => {
    await sql`select pg_terminate_backend(pg_backend_pid())`
      .execute(kyselyOf(transaction))
      .catch(() => {});
    throw new RefusalError("conflict", "The key was used before");
  });
  await expect(call.begin()).rejects.toThrow("The key was used before");
});
