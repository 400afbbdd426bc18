import { mkdir, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { readConfig } from "../../src/platform/config/config.ts";
import { ensureDataDir } from "../../src/platform/config/data-dir.ts";
import { ConfigError } from "../../src/platform/config/env.ts";
import { openDatabaseServer } from "../../src/platform/database/database.ts";
import { registration } from "../support/app.ts";
import { appCommand, isAlive, preload, Processes, projectNode } from "../support/process.ts";

const processes = new Processes();
afterEach(() => processes.cleanUp());

describe("the first start", () => {
  it("prints its address and an access key that signs in", async () => {
    const app = await processes.start({ dataDir: await processes.dataDir() });
    expect(app.stdout).toContain(`Propdesk is ready on ${app.url}\n`);
    expect(app.stderr).toBe("");
    const administrator = app.visitor();
    const response = await administrator.post("/api/admin/login", { accessKey: app.accessKey });
    expect(response.status).toBe(200);
    expect((await administrator.get("/api/admin/users")).json()).toEqual([]);
  });

  it("prints no key if ADMIN_ACCESS_KEY is set, and accepts that key", async () => {
    const accessKey = "a key of our own choice";
    const app = await processes.start({
      env: { ADMIN_ACCESS_KEY: accessKey },
    });
    expect(app.accessKey).toBeUndefined();
    const response = await app.visitor().post("/api/admin/login", { accessKey });
    expect(response.status).toBe(200);
    expect(app.stdout).not.toContain(accessKey);
  });
});

describe("a second start", () => {
  it("keeps traders, sessions and the access key, and prints no new key", async () => {
    const first = await processes.start();
    const olivia = first.visitor();
    await olivia.post("/api/register", registration());
    expect(await first.signal("SIGTERM")).toEqual({ code: 0, signal: null });

    const port = Number(new URL(first.url).port);
    const second = await processes.start({ dataDir: first.dataDir, port });
    expect(second.accessKey).toBeUndefined();
    expect((await olivia.get("/api/user")).status).toBe(200);
    const response = await second
      .visitor()
      .post("/api/admin/login", { accessKey: first.accessKey });
    expect(response.status).toBe(200);
  });

  it("while an app is running fails with a message and does not affect that app", async () => {
    const first = await processes.start();
    const postgres = await first.postgres();
    const second = await processes.launch({ dataDir: first.dataDir });
    expect(await second.exited).toEqual({ code: 1, signal: null });
    expect(second.stderr).toBe(
      `${first.dataDir} is in use by another running Propdesk: stop that one first, or set DATA_DIR to another folder.\n`,
    );
    expect(second.stdout).toBe("");
    expect(await first.health()).toBe(200);
    expect(await first.postgres()).toBe(postgres);
    expect(isAlive(postgres)).toBe(true);
  });

  it.each([1, 2])(
    "that is interrupted at its connection %i to PostgreSQL does not affect the app that is running",
    async (connection) => {
      const first = await processes.start();
      const postgres = await first.postgres();
      const interruption = `
        import { Socket } from "node:net";
        const { connect } = Socket.prototype;
        let connections = 0;
        Socket.prototype.connect = function (...args) {
          connections += 1;
          if (connections === ${connection}) process.kill(process.pid, "SIGTERM");
          return connect.apply(this, args);
        };`;
      const second = await processes.launch({
        dataDir: first.dataDir,
        command: appCommand(...preload(interruption)),
      });
      expect(await second.exited).toEqual({ code: 0, signal: null });
      expect(second.stderr).toBe("");
      expect(await first.health()).toBe(200);
      expect(await first.postgres()).toBe(postgres);
      expect(first.stdout).not.toContain("ended unexpectedly");
    },
  );

  it("concurrent with another leaves one of the two apps running", async () => {
    const dataDir = await processes.dataDir();
    const apps = await Promise.all([1, 2].map(() => processes.launch({ dataDir })));
    const loser = await Promise.race(apps.map((app) => app.exited.then(() => app)));
    const winner = apps.find((app) => app !== loser)!;
    expect(loser.stderr).toMatch(/^\S+ is in use by another running Propdesk: [^\n]+\n$/);
    expect(await loser.exited).toEqual({ code: 1, signal: null });
    await winner.ready();
  });
});

describe("a start that cannot succeed", () => {
  it("prints in one line which variable is wrong, before it builds the web client", async () => {
    const hideBuild =
      "import fs from 'node:fs/promises'; import { syncBuiltinESMExports } from 'node:module';" +
      "fs.stat = () => Promise.reject(new Error()); syncBuiltinESMExports();";
    const command = [projectNode, ...preload(hideBuild), "src/start.mjs"];
    const app = await processes.launch({ command, env: { SMTP_URL: "mail.example.com" } });
    expect(await app.exited).toEqual({ code: 1, signal: null });
    expect(app.stderr).toBe(
      "SMTP_URL must be a URL that starts with smtp:// or smtps://, for example SMTP_URL=smtp://user:password@localhost:587\n",
    );
    expect(app.stdout).toBe("");
  });

  it("prints in one line that the port is taken, and leaves no database process", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as { port: number };
    const app = await processes.launch({ port, dataDir: await processes.preparedDataDir() });
    expect(await app.exited).toEqual({ code: 1, signal: null });
    other.close();
    expect(app.stderr).toMatch(
      /^PORT is taken: [^\n]*\d. Choose another, for example PORT=3001\n$/,
    );
    expect(await app.postgres()).toBe(0);
    // The key was created, and is not printed again.
    const next = await processes.start({ dataDir: app.dataDir });
    const response = await next.visitor().post("/api/admin/login", { accessKey: app.accessKey });
    expect(response.status).toBe(200);
  });

  it("prints in one line that HOST is not an address of this machine", async () => {
    const app = await processes.launch({
      dataDir: await processes.preparedDataDir(),
      env: { HOST: "192.0.2.1" },
    });
    expect(await app.exited).toEqual({ code: 1, signal: null });
    expect(app.stderr).toMatch(/^HOST must be an address of this machine: [^\n]+\n$/);
  });

  it("prints in one line that a secret file is damaged", async () => {
    const dataDir = await processes.dataDir();
    await mkdir(`${dataDir}/secrets`, { recursive: true });
    await writeFile(`${dataDir}/secrets/session-secret`, "short");
    const app = await processes.launch({ dataDir });
    expect(await app.exited).toEqual({ code: 1, signal: null });
    expect(app.stderr).toBe(
      `${dataDir}/secrets/session-secret must contain 32 bytes in base64; restore it from a backup\n`,
    );
  });
});

// The start prints the message of each `ConfigError` like those above.
describe("a configuration is rejected with a sentence of one line", () => {
  const log = pino({ level: "silent" });

  it("if DATABASE_URL is unreachable", async () => {
    const unreachable = "postgres://propdesk:s3cret@127.0.0.1:1/propdesk";
    const opened = openDatabaseServer(readConfig({ DATABASE_URL: unreachable }), log);
    const error = await opened.catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).toMatch(/^DATABASE_URL [^\n]+$/);
    expect((error as Error).message).not.toContain("s3cret");
  });

  it("if DATA_DIR cannot be a folder", async () => {
    const folder = await processes.folder();
    await writeFile(`${folder}/file`, "");
    const error = await ensureDataDir(readConfig({ DATA_DIR: `${folder}/file` })).catch(
      (cause: unknown) => cause,
    );
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).toMatch(/^DATA_DIR [^\n]+$/);
  });

  it("if another major version of PostgreSQL created the database", async () => {
    const dataDir = await processes.dataDir();
    await mkdir(`${dataDir}/postgres`, { recursive: true });
    await writeFile(`${dataDir}/postgres/PG_VERSION`, "17\n");
    const opened = openDatabaseServer(readConfig({ DATA_DIR: dataDir }), log);
    const error = await opened.catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).toMatch(
      /^DATA_DIR must contain a database of PostgreSQL \d+ \([^\n]+ is PostgreSQL 17\): [^\n]+, for example DATA_DIR=[^\n]+$/,
    );
    expect(await readdir(`${dataDir}/postgres`)).toEqual(["PG_VERSION"]);
  });
});
