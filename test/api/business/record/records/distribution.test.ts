import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  checkDistribution,
  distribute,
  undistribute,
} from "../../../../../src/business/record/records/distribution.queries.ts";
import { createDatabase } from "../../../../support/database.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await createDatabase({ template: "blank" });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

it("a database without Citus is not distributed, and the reason is named", async () => {
  expect(await checkDistribution(client)).toEqual([
    { name: "PostgreSQL", found: expect.stringMatching(/^\d+/) },
    { name: "Extension citus", found: "none", remedy: expect.stringMatching(/citus/i) },
  ]);
  const lines: string[] = [];
  await expect(distribute(client, (line) => lines.push(line))).rejects.toThrow(
    /^Extension citus: none; /,
  );
  await expect(undistribute(client, (line) => lines.push(line))).rejects.toThrow(
    "No table is distributed.",
  );
  expect(lines).toEqual([]);
});

it("is checked by an ordinary role, which cannot read every setting", async () => {
  const role = `ordinary_${randomUUID().slice(0, 8)}`;
  await client.query(`create role ${role}`);
  await client.query(`set role ${role}`);
  try {
    expect(await checkDistribution(client)).toMatchObject([{}, { found: "none" }]);
  } finally {
    await client.query("reset role");
    await client.query(`drop role ${role}`);
  }
});
