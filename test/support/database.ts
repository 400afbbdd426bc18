import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { TEMPLATE } from "./database-server.ts";

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("databaseServer") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Creates a database for one test file, with the current schema and no rows unless it should be blank. */
export async function createDatabase(options: { template?: "migrated" | "blank" } = {}) {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const template = options.template === "blank" ? "template0" : TEMPLATE;
  await onServer(`create database ${name} template ${template}`);
  const url = new URL(inject("databaseServer"));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  };
}
