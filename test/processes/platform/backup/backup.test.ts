import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import pg from "pg";
import { pack } from "tar-stream";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  bytes,
  DESCRIPTION,
  parseTar,
  writeArchive,
} from "../../../../src/platform/backup/archive.ts";
import { makeBackup } from "../../../../src/platform/backup/make-backup.ts";
import { readConfig } from "../../../../src/platform/config/config.ts";
import { restoreBackup } from "../../../../src/platform/backup/restore-backup.ts";
import { findRunningPostgres } from "../../../../src/platform/embedded-postgres/embedded-postgres.ts";
import { advisoryLocks } from "../../../../src/platform/advisory-locks.ts";
import { CommandError } from "../../../../src/platform/errors.ts";
import { makeFileKey } from "../../../../src/platform/storage/storage.ts";
import { registration } from "../../../support/app.ts";
import { startCommand } from "../../../support/command.ts";
import type { HttpClient } from "../../../support/http-client.ts";
import { findViolations } from "../../../support/invariants.ts";
import { pdf } from "../../../support/pdf.ts";
import { AcknowledgedWrites } from "../../../support/writers/acknowledged-writes.ts";
import { appCommand, type AppProcess, Processes, quickHashes } from "../../../support/process.ts";
import { waitUntil } from "../../../support/until.ts";
import { startWriting } from "../../../support/writers/start-writing.ts";

const processes = new Processes();
afterEach(() => processes.cleanUp());

const accessKey = "the key of this test";
const env = { ADMIN_ACCESS_KEY: accessKey, RATE_LIMIT: "off", LOG_LEVEL: "warn" };

const run = (tool: "backup" | "restore", dataDir: string, ...args: string[]) =>
  startCommand(`src/commands/${tool}.ts`, args, { DATA_DIR: dataDir }).ended;

/** Makes a backup of a stopped app like the tool, but in this process. */
const backUp = (dataDir: string, target: string) =>
  makeBackup(
    { config: readConfig({ DATA_DIR: dataDir }), databaseUrl: "", now: new Date() },
    target,
  );

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
    const command = appCommand(...quickHashes);
    const app = await processes.start({ env, command });
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
    const second = await processes.start({ dataDir, env, command });
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
      const content = await administrator.download(`/api/certificates/${id}/file`);
      expect(createHash("sha256").update(content).digest("hex")).toBe(sha256);
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
    const app = await processes.start({ env });
    const sent = registration();
    const olivia = app.visitor();
    const { id } = (await olivia.post("/api/register", sent)).json<{ id: number }>();
    const administrator = await administratorOf(app);
    const account = { payoutEnabled: true, masterPassword: "k7#Tpx2v" };
    await administrator.patch(`/api/admin/user/${id}/account`, account);
    await olivia.post("/api/user/payouts", { amount: "10.00", paymentMethod: "bank" });
    const form = new FormData();
    form.set("name", "Phase 1");
    form.set("userId", String(id));
    const pdfFile = new Blob([new Uint8Array(pdf(1000))], { type: "application/pdf" });
    form.set("certificateFile", pdfFile, "a.pdf");
    await administrator.post("/api/admin/certificates", form);
    const readAll = async (person: HttpClient) =>
      Promise.all(
        ["/api/user", "/api/user/account", "/api/user/payouts", "/api/user/certificates"].map(
          async (path) => (await person.get(path)).json<unknown>(),
        ),
      );
    const before = await readAll(olivia);
    expect(before).toMatchObject([{ id }, { masterPassword: "k7#Tpx2v" }, [{}], [{}]]);
    const [{ fileUrl }] = before[3] as [{ fileUrl: string }];
    const content = await olivia.download(fileUrl);
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
    expect((await olivia.download(fileUrl)).equals(content)).toBe(true);
    const { email, password } = sent;
    expect((await second.visitor().post("/api/login", { email, password })).status).toBe(200);
  });

  it("keeps the app from removing files while it copies the database", async () => {
    const app = await processes.start({ env });
    const databaseUrl = (await findRunningPostgres(app.dataDir))!;
    const removing = new pg.Client({ connectionString: databaseUrl });
    await removing.connect();
    try {
      await removing.query("select pg_advisory_lock_shared($1)", [advisoryLocks.backup]);
      const config = readConfig({ DATA_DIR: app.dataDir });
      const target = join(await processes.folder(), "backup.tar.gz");
      const backup = makeBackup({ config, databaseUrl, now: new Date() }, target);
      await waitUntil("the backup waits until no file is being removed", async () => {
        const { rows } = await removing.query("select from pg_locks where not granted");
        return rows.length === 1;
      });
      // Files that are stored after the first pass are in the backup, too.
      await writeFile(join(app.dataDir, "certificates", makeFileKey("pdf")), pdf(1000));
      await removing.query("select pg_advisory_unlock_all()");
      expect((await backup).files).toBe(1);
    } finally {
      await removing.end();
    }
  });

  it("fails if its file cannot be written", async () => {
    const archive = writeArchive(join(await processes.folder(), "no/such/file"));
    await expect(archive.finish()).rejects.toThrow("ENOENT");
  });

  it("fails with the reason if its file can no longer be written", async () => {
    const taken = join(await processes.folder(), "taken");
    await writeFile(taken, "other content");
    const archive = writeArchive(taken);
    const addFiles = async () => {
      for (;;) {
        await archive.addFile("small", 1, bytes(Buffer.of(1)));
        await setImmediate();
      }
    };
    const reason = new CommandError(
      `The backup cannot be written: EEXIST: file already exists, open '${taken}'.`,
    );
    await expect(addFiles()).rejects.toThrow(reason);
    await expect(archive.finish()).rejects.toThrow(reason);
    await archive.abort();
  });

  it("that fails stops reading the database", async () => {
    const tar = pack();
    tar.entry({ name: "large", size: 2 ** 30 }).write(Buffer.alloc(2 ** 20));
    let isOpen = true;
    const content = async function* () {
      try {
        for (;;) yield (tar.read() as Buffer | null) ?? Buffer.alloc(2 ** 16);
      } finally {
        isOpen = false;
      }
    };
    const readFirst = async () => {
      for await (const entry of parseTar(content())) {
        for await (const piece of entry) throw new Error(`The disk is full: ${String(piece)}`);
      }
    };
    await expect(readFirst()).rejects.toThrow("The disk is full");
    await waitUntil("the database is no longer read", () => !isOpen);
  });

  it("fails, without a file, if the app has never started with the data directory", async () => {
    const dataDir = await processes.folder();
    await mkdir(join(dataDir, "postgres"));
    await writeFile(join(dataDir, "postgres/PG_VERSION"), "18\n");
    const target = await processes.folder();
    await expect(backUp(dataDir, target)).rejects.toThrow(
      new CommandError(
        `${join(dataDir, "certificates")} does not exist, so the backup would be incomplete. If Propdesk has never started with this data directory, there is nothing to back up: start it once. Otherwise, restore the folder.`,
      ),
    );
    expect(await readdir(target)).toEqual([]);
  });

  it("refers to PostgreSQL's tools if DATABASE_URL is set", async () => {
    const { ended } = startCommand("src/commands/backup.ts", [await processes.folder()], {
      DATA_DIR: await processes.dataDir(),
      DATABASE_URL: "postgres://propdesk@127.0.0.1:1/propdesk",
    });
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining("docs/operating.md")]);
  });
});

describe("a file of a backup", () => {
  const kept = new Processes();
  let installation: string;
  let file: string;
  beforeAll(async () => {
    installation = await kept.preparedDataDir();
    await mkdir(join(installation, "certificates"));
    file = join(await kept.folder(), "backup.tar.gz");
    const { stderr } = await run("backup", installation, file);
    if (stderr !== "") throw new Error(stderr);
  });
  afterAll(() => kept.cleanUp());

  it("never overwrites another", async () => {
    const folder = await processes.folder();
    const taken = join(folder, "taken.tar.gz");
    await writeFile(taken, "other content");
    expect(await run("backup", installation, taken)).toEqual({
      code: 1,
      stdout: "",
      stderr: `${taken} already exists: a backup never overwrites a file.\n`,
    });
    expect(await readFile(taken, "utf8")).toBe("other content");
    await expect(backUp(installation, join(folder, "no/such/file"))).rejects.toThrow(
      /^The folder .+no\/such does not exist\.$/,
    );
    expect(await readdir(folder)).toEqual(["taken.tar.gz"]);
  });

  it("is never restored over other data", async () => {
    const dataDir = await processes.folder();
    await writeFile(join(dataDir, "letter.txt"), "other content");
    expect(await run("restore", dataDir, file)).toEqual({
      code: 1,
      stdout: "",
      stderr: `${dataDir} is not empty: a restore never overwrites data. Set DATA_DIR to a new folder.\n`,
    });
    expect(await readdir(dataDir)).toEqual(["letter.txt"]);
  });

  it("is rejected if it is truncated or changed, and leaves nothing behind", async () => {
    const whole = await readFile(file);
    const broken = join(await processes.folder(), "broken.tar.gz");
    const flipped = Buffer.from(whole);
    const middle = Math.floor(whole.length / 2);
    flipped[middle] = flipped[middle]! ^ 0x10;
    const contents = [whole.subarray(0, middle), whole.subarray(0, -8), flipped, Buffer.from("no")];
    for (const content of contents) {
      await writeFile(broken, content);
      const dataDir = join(await processes.folder(), "data");
      const refused = restoreBackup({ dataDir, postgres: "18" }, broken);
      await expect(refused).rejects.toThrow(/ is not a valid backup: .+\.$/);
      expect(await readdir(dataDir)).toEqual([]);
    }
    // The tool prints the sentence.
    const { code, stderr } = await run("restore", await processes.dataDir(), broken);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/ is not a valid backup: .+\.\n$/)]);
  });

  it("that cannot be read leaves nothing behind", async () => {
    const dataDir = join(await processes.folder(), "data");
    const unreadable = "/proc/self/mem";
    await expect(restoreBackup({ dataDir, postgres: "18" }, unreadable)).rejects.toThrow(
      new CommandError("The backup cannot be read: EIO: i/o error, read."),
    );
    expect(await readdir(dataDir)).toEqual([]);
  });

  it("is rejected if its description is damaged", async () => {
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

  it("can be restored again after an interruption, which prevents the app from starting", async () => {
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

  it("requires the PostgreSQL version that it is from", async () => {
    const dataDir = join(await processes.folder(), "data");
    await mkdir(dataDir);
    await expect(restoreBackup({ dataDir, postgres: "99" }, file)).rejects.toThrow(
      "The backup is from PostgreSQL 18, but this version has PostgreSQL 99",
    );
    expect(await readdir(dataDir)).toEqual([]);
  });
});
