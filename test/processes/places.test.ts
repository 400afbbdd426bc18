import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { registration } from "../support/app.ts";
import { createDatabase } from "../support/database.ts";
import { appCommand, isAlive, preload, Processes, projectNode, root } from "../support/process.ts";

const processes = new Processes();
afterEach(() => processes.cleanUp());

const NOBODY_UID = 65_534;
const isRoot = process.getuid?.() === 0;

/** Runs a command as an unprivileged user: the user of the tests, or uid 65534 instead of root. */
function asOrdinaryUser(...command: string[]): string[] {
  if (!isRoot) return command;
  const user = [`--reuid=${NOBODY_UID}`, `--regid=${NOBODY_UID}`, "--clear-groups"];
  const start = join(root, "src/start.mjs");
  const reads = spawnSync("setpriv", [...user, "--", "test", "-r", start]).status === 0;
  // Gives that user read access, and no more, to a checkout that only root can read.
  const reading = ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"];
  return ["setpriv", ...user, ...(reads ? [] : reading), "--", ...command];
}

async function expectWorking(app: Awaited<ReturnType<Processes["start"]>>): Promise<void> {
  expect((await app.visitor().post("/api/register", registration())).status).toBe(201);
  const postgres = await app.postgres();
  expect(isAlive(postgres)).toBe(true);
  expect(await app.signal("SIGTERM")).toEqual({ code: 0, signal: null });
  expect(isAlive(postgres)).toBe(false);
}

describe("the app runs", () => {
  it("in a folder that other users cannot enter, twice", async () => {
    const folder = join(await processes.folder(), "closed");
    await mkdir(folder, { mode: 0o700 });
    const dataDir = join(folder, "deep/er/data");
    await expectWorking(await processes.start({ dataDir }));
    await expectWorking(await processes.start({ dataDir }));
  });

  it("as an ordinary user, and PostgreSQL as the same, and then as root if root runs the tests", async () => {
    const folder = await processes.folder();
    if (isRoot) chownSync(folder, NOBODY_UID, NOBODY_UID);
    const dataDir = join(folder, "data");
    const command = asOrdinaryUser(...appCommand());
    const app = await processes.start({ dataDir, command });
    const status = await readFile(`/proc/${await app.postgres()}/status`, "utf8");
    expect(status).toMatch(
      new RegExp(`^Uid:\\s+${isRoot ? NOBODY_UID : process.getuid!()}\\s`, "m"),
    );
    await expectWorking(app);
    await expectWorking(await processes.start({ dataDir }));
  });

  it("only in a writable folder, and otherwise fails with a message", async () => {
    const folder = await processes.folder();
    chmodSync(folder, 0o555);
    const command = asOrdinaryUser(...appCommand());
    const app = await processes.launch({ dataDir: join(folder, "data"), command });
    expect(await app.exited).toEqual({ code: 1, signal: null });
    expect(app.stderr).toBe(
      `DATA_DIR must be a folder that this user can write to (${folder}/data: EACCES), for example DATA_DIR=.data\n`,
    );
  });
});

describe("on a Node version that is too old", () => {
  /** Returns the machine's Node if it is too old, else the project's Node with a fake older version. */
  function oldNode(): string[] {
    const path = (process.env.PATH ?? "").split(delimiter);
    const own = path.filter((folder) => !folder.includes("node_modules")).join(delimiter);
    const found = spawnSync("node", ["--version"], { env: { PATH: own }, encoding: "utf8" });
    if (/^v(1\d|2[0-3])\./.test(found.stdout ?? "")) {
      return [execFileSync("which", ["node"], { env: { PATH: own }, encoding: "utf8" }).trim()];
    }
    const pretend = `Object.defineProperty(process.versions, "node", { value: "20.19.0" })`;
    return [projectNode, ...preload(pretend)];
  }

  it("the start fails with one line that names npm start", async () => {
    const app = await processes.launch({ command: [...oldNode(), "src/start.mjs"] });
    expect(await app.exited).toEqual({ code: 1, signal: null });
    expect(app.stderr).toMatch(
      /^Propdesk needs Node 24\.10 or later, and this is \d+\.\d+\.\d+\. Start it with "npm start", which uses the Node 24 in node_modules\.\n$/,
    );
    expect(app.stdout).toBe("");
  });
});

describe("DATABASE_URL", () => {
  it("replaces the embedded PostgreSQL and the demo", async () => {
    const database = await createDatabase({ template: "blank" });
    try {
      const app = await processes.start({ env: { DATABASE_URL: database.url, DEMO: "" } });
      expect(await app.postgres()).toBe(0);
      const administrator = app.visitor();
      await administrator.post("/api/admin/login", { accessKey: app.accessKey });
      expect((await administrator.get("/api/admin/users")).json()).toEqual([]);
      expect(await app.signal("SIGTERM")).toEqual({ code: 0, signal: null });
    } finally {
      await processes.cleanUp();
      await database.drop();
    }
  });

  it("may name a role without rights, which one line then says", async () => {
    const database = await createDatabase();
    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    const role = `rightless_${randomBytes(6).toString("hex")}`;
    try {
      await owner.query(`create role ${role} login password 'kept-apart'`);
      const url = Object.assign(new URL(database.url), { username: role, password: "kept-apart" });
      const app = await processes.launch({ env: { DATABASE_URL: url.href } });
      expect(await app.exited).toEqual({ code: 1, signal: null });
      expect(app.stderr).toMatch(
        /^The role in DATABASE_URL lacks a right \(permission denied for [^\n]+\): grant it as docs[^\n]+\n$/,
      );
    } finally {
      await owner.query(`drop role if exists ${role}`);
      await owner.end();
      await database.drop();
    }
  });

  it("supports concurrent first starts: one app migrates, one key is created, and all serve", async () => {
    const database = await createDatabase({ template: "blank" });
    try {
      const env = { DATABASE_URL: database.url };
      const apps = await Promise.all([1, 2].map(() => processes.start({ env })));
      const keys = apps.map((app) => app.accessKey).filter((key) => key !== undefined);
      expect(keys).toHaveLength(1);
      for (const app of apps) {
        expect(app.stderr).toBe("");
        const response = await app.visitor().post("/api/admin/login", { accessKey: keys[0] });
        expect(response.status).toBe(200);
        expect((await app.visitor().post("/api/register", registration())).status).toBe(201);
      }
      const exits = await Promise.all(apps.map((app) => app.signal("SIGTERM")));
      expect(exits).toEqual(apps.map(() => ({ code: 0, signal: null })));
    } finally {
      await processes.cleanUp();
      await database.drop();
    }
  });
});
