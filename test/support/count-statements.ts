import type { Database } from "../../src/platform/database/database.ts";

/** Returns a database that counts the statements that Kysely sends outside transactions. */
export function countStatements(database: Database) {
  let count = 0;
  const kysely = database.kysely.withPlugin({
    transformQuery({ node }) {
      count += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { database: { ...database, kysely }, statements: () => count };
}
