import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { defineEntity, p } from "@mikro-orm/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { diffSchema, writeMigration } from "../../../scripts/create-migration.ts";
import { entities } from "../../../src/entities.ts";
import { startCommand } from "../../support/command.ts";

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), "propdesk-migrations-"))));
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("npm run db:migration", () => {
  it("writes a migration for a new entity, without down()", async () => {
    const OpenInvoiceSchema = defineEntity({
      name: "OpenInvoice",
      tableName: "open_invoices",
      properties: { id: p.integer().primary(), day: p.date() },
    });
    class OpenInvoice extends OpenInvoiceSchema.class {}
    OpenInvoiceSchema.setClass(OpenInvoice);
    // Without a new entity, there is no difference: `test/api/migrations.test.ts`.
    const statements = await diffSchema([...entities, OpenInvoice]);
    expect(statements).toEqual([expect.stringMatching(/^create table "open_invoices" \(/)]);
    const now = new Date("2026-11-23T09:30:05Z");
    const path = await writeMigration("open-invoices", statements, { folder, now });
    expect(basename(path)).toBe("20261123T093005_open_invoices.ts");
    const source = await readFile(path, "utf8");
    expect(source).toContain(
      "/** Open invoices. */\nexport class OpenInvoices extends Migration {",
    );
    expect(source).toContain('create table "open_invoices"');
    expect(source).not.toContain("down");
  });

  it("escapes what a template literal would interpret", async () => {
    const statements = ["comment on table users is '`a` \\ ${b}'"];
    const path = await writeMigration("odd-text", statements, { folder });
    expect(await readFile(path, "utf8")).toContain("'\\`a\\` \\\\ \\${b}'");
  });

  it.each([["../trading"], ["two", "names"]])("prints its usage for %j", async (...args) => {
    const { code, stderr } = await startCommand("scripts/create-migration.ts", args, {}).ended;
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Usage: npm run db:migration/)]);
  });
});
