import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { writeArchive } from "../../../src/platform/backup/archive.ts";
import { DESCRIPTION } from "../../../src/platform/backup/backup-format.ts";
import { restoreBackup } from "../../../src/platform/backup/restore-backup.ts";
import { findRunningPostgres } from "../../../src/platform/embedded-postgres/embedded-postgres.ts";
import { CommandError } from "../../../src/platform/lib/errors.ts";
import { startCommand } from "../../support/command.ts";
import type { HttpClient } from "../../support/http-client.ts";
import { findViolations } from "../../support/invariants.ts";
import { AcknowledgedWrites } from "../../support/writers/acknowledged-writes.ts";
import { type AppProcess, Processes } from "../../support/process.ts";
import { waitUntil } from "../../support/until.ts";
import { startWriting } from "../../support/writers/start-writing.ts";

const processes = new Processes();
afterEach(() => processes.cleanUp());

const accessKey = "the key of this test";
const env = { ADMIN_ACCESS_KEY: accessKey, RATE_LIMIT: "off", LOG_LEVEL: "warn" };

const run = (tool: "backup" | "restore", dataDir: string, ...args: string[]) =>
  startCommand(`src/commands/${tool}.ts`, args, { DATA_DIR: dataDir }).ended;

async function administratorOf(app: AppProcess): Promise<HttpClient> {
  const administrator = app.visitor();
  expect((await administrator.post("/api/admin/login", { accessKey })).status).toBe(200);
  return administrator;
}

/** Copies the writes acknowledged so far. */
function snapshot({ traders, payouts, certificates }: AcknowledgedWrites): AcknowledgedWrites {
  const copy = new AcknowledgedWrites();
  for (const { id, email, password } of traders.values()) {
    copy.addTrader(id, email, password.known);
  }
  for (const { id, traderId } of payouts.values()) copy.addPayout(id, traderId);
  for (const certificate of certificates.values()) {
    copy.certificates.set(certificate.id, certificate);
  }
  return copy;
}

describe("a backup", () => {
  it("contains everything that was acknowledged before, even during concurrent writes", async () => {
    const app = await processes.start({ env });
    const writers = startWriting(app, await administratorOf(app));
    const { writes } = writers;
    await waitUntil("enough writes were acknowledged", () => {
      const { acknowledged, payouts, certificates } = writes;
      return acknowledged >= 100 && payouts.size >= 10 && certificates.size >= 3;
    });
    const before = snapshot(writes);
    const folder = await processes.folder();
    const created = await run("backup", app.dataDir, folder);
    expect(created).toMatchObject({ code: 0, stderr: "" });
    await writers.stop();
    expect(created.stdout).toMatch(
      /^Wrote .+\.tar\.gz \(\d+\.\d MB\): the database, \d+ stored files/,
    );
    const [name, ...others] = await readdir(folder);
    expect(others).toEqual([]);
    const file = join(folder, name!);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const dataDir = join(await processes.folder(), "restored");
    const restored = await run("restore", dataDir, file);
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    const second = await processes.start({ dataDir, env });
    const administrator = await administratorOf(second);
    const users = (await administrator.get("/api/admin/users")).json<
      { id: number; email: string }[]
    >();
    const emails = new Map(users.map(({ id, email }) => [id, email]));
    const deleted = (id: number) => writes.traders.get(id)!.deleted.possible.includes(true);
    for (const { id, email } of before.traders.values()) {
      if (!deleted(id)) expect(emails.get(id)).toBe(email);
    }
    const payouts = (await administrator.get("/api/admin/payouts")).json<{ id: number }[]>();
    const payoutIds = new Set(payouts.map(({ id }) => id));
    for (const { id, traderId } of before.payouts.values()) {
      if (!deleted(traderId)) expect([id, payoutIds.has(id)]).toEqual([id, true]);
    }
    for (const { id, traderId, sha256 } of before.certificates.values()) {
      if (deleted(traderId)) continue;
      const bytes = await administrator.download(`/api/certificates/${id}/file`);
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
    }
    // Includes writes that were made during the backup.
    const databaseUrl = (await findRunningPostgres(dataDir))!;
    const visitor = () => second.visitor();
    const scene = { databaseUrl, dataDir, administrator, visitor };
    const violations = await findViolations(scene, new AcknowledgedWrites());
    // Files are copied after the database, so those of later calls have no row yet.
    expect(violations.filter((text) => !/^\d+ files have no row/.test(text))).toEqual([]);
  });

  it("of a stopped app restores sign-ins, sessions, files, passwords and keys", async () => {
    const app = await processes.start({ env: { ...env, DEMO: "1" } });
    const [, email, password] = /^Demo trader: (\S+) \/ (.+)$/m.exec(app.stdout)!;
    const olivia = app.visitor();
    await olivia.post("/api/login", { email, password });
    const readAll = async (person: HttpClient) =>
      Promise.all(
        ["/api/user", "/api/user/account", "/api/user/payouts", "/api/user/certificates"].map(
          async (path) => (await person.get(path)).json<unknown>(),
        ),
      );
    const before = await readAll(olivia);
    const [{ fileUrl }] = (await olivia.get("/api/user/certificates")).json<
      [{ fileUrl: string }]
    >();
    const bytes = await olivia.download(fileUrl);
    await app.signal("SIGTERM");

    const file = join(await processes.folder(), "friday.tar.gz");
    expect(await run("backup", app.dataDir, file)).toMatchObject({ code: 0, stderr: "" });
    // An existing empty folder, such as a mount point.
    const dataDir = await processes.folder();
    expect(await run("restore", dataDir, file)).toMatchObject({ code: 0, stderr: "" });
    expect((await readdir(dataDir)).toSorted()).toEqual(["certificates", "postgres", "secrets"]);
    const port = Number(new URL(app.url).port);
    const second = await processes.start({ dataDir, port, env });
    // The session is still valid, because the session secret was restored.
    expect(await readAll(olivia)).toEqual(before);
    expect(before[1]).toMatchObject({ masterPassword: expect.stringMatching(/./) as string });
    expect((await olivia.download(fileUrl)).equals(bytes)).toBe(true);
    const newVisitor = second.visitor();
    expect((await newVisitor.post("/api/login", { email, password })).status).toBe(200);
  });

  it("never overwrites a file", async () => {
    const { dataDir } = await processes.start({ env });
    const folder = await processes.folder();
    const file = join(folder, "taken.tar.gz");
    await writeFile(file, "other content");
    expect(await run("backup", dataDir, file)).toEqual({
      code: 1,
      stdout: "",
      stderr: `${file} already exists: a backup never overwrites a file.\n`,
    });
    expect(await readFile(file, "utf8")).toBe("other content");
    expect(await run("backup", dataDir, join(folder, "no/such/file"))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The folder .+no\/such does not exist\.\n$/) as string,
    });
    expect(await readdir(folder)).toEqual(["taken.tar.gz"]);
  });

  it("fails if its file cannot be written", async () => {
    const archive = writeArchive(join(await processes.folder(), "no/such/file"));
    await expect(archive.finish()).rejects.toThrow("ENOENT");
  });

  it("fails if DATA_DIR has no data, and creates no folder", async () => {
    const dataDir = await processes.dataDir();
    expect(await run("backup", dataDir, await processes.folder())).toEqual({
      code: 1,
      stdout: "",
      stderr: `${dataDir} contains no Propdesk data: set DATA_DIR to the correct folder.\n`,
    });
    expect((await stat(dataDir).catch(() => undefined)) === undefined).toBe(true);
  });

  it("refers to PostgreSQL's tools if DATABASE_URL is set", async () => {
    const app = await processes.start({ env });
    const { ended } = startCommand("src/commands/backup.ts", [await processes.folder()], {
      DATA_DIR: await processes.dataDir(),
      DATABASE_URL: (await findRunningPostgres(app.dataDir))!,
    });
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining("docs/operating.md")]);
  });
});

describe("a restore", () => {
  const kept = new Processes();
  let file: string;
  beforeAll(async () => {
    const app = await kept.start({ env });
    await app.signal("SIGTERM");
    file = join(await kept.folder(), "backup.tar.gz");
    const { stderr } = await run("backup", app.dataDir, file);
    if (stderr !== "") throw new Error(stderr);
  }, 240_000);
  afterAll(() => kept.cleanUp());

  it("never overwrites data", async () => {
    const dataDir = await processes.folder();
    await writeFile(join(dataDir, "letter.txt"), "other content");
    expect(await run("restore", dataDir, file)).toEqual({
      code: 1,
      stdout: "",
      stderr: `${dataDir} is not empty: a restore never overwrites data. Set DATA_DIR to a new folder.\n`,
    });
    expect(await readdir(dataDir)).toEqual(["letter.txt"]);
  });

  it("rejects a truncated or changed file and leaves nothing behind", async () => {
    const whole = await readFile(file);
    const broken = join(await processes.folder(), "broken.tar.gz");
    const flipped = Buffer.from(whole);
    const middle = Math.floor(whole.length / 2);
    flipped[middle] = flipped[middle]! ^ 0x10;
    const contents = [whole.subarray(0, middle), whole.subarray(0, -8), flipped, Buffer.from("no")];
    for (const content of contents) {
      await writeFile(broken, content);
      const dataDir = join(await processes.folder(), "data");
      const { code, stderr } = await run("restore", dataDir, broken);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/ is not a valid backup: .+\.\n$/)]);
      expect(await readdir(dataDir)).toEqual([]);
    }
  });

  it("rejects a damaged description", async () => {
    const broken = join(await processes.folder(), "broken.tar.gz");
    const archive = writeArchive(broken);
    const content = Buffer.from('{"postgres":');
    await archive.addFile(DESCRIPTION, content.length, Readable.from([content]));
    await archive.finish();
    const dataDir = join(await processes.folder(), "data");
    await expect(restoreBackup({ dataDir, postgres: "18" }, broken)).rejects.toThrow(
      new CommandError(`${broken} is not a valid backup: ${DESCRIPTION} is not valid JSON.`),
    );
    expect(await readdir(dataDir)).toEqual([]);
  });

  it("can be repeated after an interruption, which prevents the app from starting", async () => {
    const dataDir = join(await processes.folder(), "data");
    const restore = startCommand("src/commands/restore.ts", [file], { DATA_DIR: dataDir });
    await waitUntil("it is partially restored", async () => {
      const draft: string[] = await readdir(join(dataDir, "restore.draft")).catch(() => []);
      return draft.includes("postgres");
    });
    restore.kill();
    await restore.ended;
    const early = await processes.launch({ dataDir, env });
    expect((await early.exited).code).toBe(1);
    expect(early.stderr).toMatch(/^DATA_DIR must not contain an unfinished restore .+\n$/);
    expect(await run("restore", dataDir, file)).toMatchObject({ code: 0, stderr: "" });
    await processes.start({ dataDir, env });
  });

  it("requires the PostgreSQL version of the backup", async () => {
    const dataDir = join(await processes.folder(), "data");
    await mkdir(dataDir);
    await expect(restoreBackup({ dataDir, postgres: "99" }, file)).rejects.toThrow(
      "The backup is from PostgreSQL 18, but this version has PostgreSQL 99",
    );
    expect(await readdir(dataDir)).toEqual([]);
  });
});
