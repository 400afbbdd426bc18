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

/**
 * Creates a database for one test file, with the current schema and no rows unless it should be blank, or a copy of
 * another that has no connections.
 */
export async function createDatabase({
  template = "migrated",
}: { template?: "migrated" | "blank" | { url: string } } = {}) {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await onServer(`create database ${name} template ${templateName(template)}`);
  const url = new URL(inject("databaseServer"));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  };
}

function templateName(template: "migrated" | "blank" | { url: string }): string {
  if (template === "migrated") return TEMPLATE;
  return template === "blank" ? "template0" : new URL(template.url).pathname.slice(1);
}
