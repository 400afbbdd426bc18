import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { usage } from "../../../src/commands/admin-arguments.ts";
import { createAdministrator } from "../../../src/identity/team/administrators.ts";
import { startEmbeddedPostgres } from "../../../src/platform/embedded-postgres/embedded-postgres.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { startCommand } from "../../support/command.ts";
import { postgresOf, Processes } from "../../support/process.ts";
import { addPasskey, administratorWithKey, setUpApp } from "../../support/second-factor.ts";

const admin = (env: Record<string, string>, ...args: string[]) =>
  startCommand("src/commands/admin.ts", args, env).ended;

const processes = new Processes();
let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(async () => {
  await test.close();
  await processes.cleanUp();
});

function run(...args: string[]) {
  const { databaseUrl, dataDir } = test.context.config;
  return admin({ DATABASE_URL: databaseUrl!, DATA_DIR: dataDir }, ...args);
}

const createKey = (label: string) => createAdministrator(test.context, label);

async function idOf(label: string): Promise<string> {
  const query = "select id from admins where label = $1";
  const { rows } = await test.context.database.pool.query<{ id: number }>(query, [label]);
  return String(rows[0]!.id);
}

describe("npm run admin", () => {
  it("creates an administrator whose key is valid immediately, and lists labels, but no keys", async () => {
    const created = await run("create", "--label", "Ada, risk desk");
    expect(created).toMatchObject({ code: 0, stderr: "" });
    const accessKey = /^Administrator access key: (\S+)$/m.exec(created.stdout)![1]!;
    const ada = test.visitor();
    expect((await ada.post("/api/admin/login", { accessKey })).statusCode).toBe(200);
    expect((await ada.get("/api/admin/users")).statusCode).toBe(200);
    const { code, stdout } = await run("list");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ID +CREATED +ROLE +STATUS +LABEL\n/);
    const [line] = /^\d+ +\d{4}-\d\d-\d\d +owner +active +Ada, risk desk$/m.exec(stdout)!;
    expect(line.split(" ")[0]).toBe(await idOf("Ada, risk desk"));
    expect(stdout).not.toContain(accessKey);
    const { rows } = await test.context.database.pool.query<{ access_key: string }>(
      "select access_key from admins",
    );
    for (const { access_key } of rows) expect(stdout).not.toContain(access_key);
  });

  it("lists sessions that have not expired, and ends all sessions of one administrator", async () => {
    const expired = await createKey("Left yesterday");
    await test.visitor().post("/api/admin/login", { accessKey: expired });
    await test.context.database.pool.query(
      "update sessions set expires_at = now() - interval '1 minute' where admin_id = $1",
      [Number(await idOf("Left yesterday"))],
    );
    const accessKey = await createKey("Night desk");
    const night = test.visitor();
    await night.post("/api/admin/login", { accessKey }, { "user-agent": "curl/8.5.0" });
    const { stdout } = await run("sessions");
    expect(stdout).toMatch(/^ID +LAST SEEN \(UTC\) +ADDRESS +DEVICE +LABEL\n/);
    expect(stdout).toMatch(/^\d+ +\d{4}-\d\d-\d\d \d\d:\d\d +127\.0\.0\.1 +curl +Night desk$/m);
    expect(stdout).not.toContain("Left yesterday");
    const id = await idOf("Night desk");
    expect((await run("sign-out", id)).stdout).toBe("Ended 1 session.\n");
    expect((await night.get("/api/admin/users")).statusCode).toBe(401);
    // The key remains valid.
    expect((await night.post("/api/admin/login", { accessKey })).statusCode).toBe(200);
    expect((await run("sign-out", "999")).stderr).toBe("No administrator has the id 999.\n");
  });

  it("removes a lost second factor with all sessions, so that the key alone signs in", async () => {
    const { browser, accessKey } = await administratorWithKey(test, "support");
    await setUpApp(test, browser, { kind: "administrator", password: accessKey });
    await addPasskey(test, browser, { kind: "administrator", password: accessKey });
    const signIn = () => test.visitor().post("/api/admin/login", { accessKey });
    expect((await signIn()).json()).toMatchObject({ reason: "second_factor_required" });
    const id = await idOf("Test support");
    expect(await run("remove-second-factor", id)).toEqual({
      code: 0,
      stdout:
        "Removed the second factor, and ended all sessions. The access key alone is now enough to sign in.\n",
      stderr: "",
    });
    expect((await browser.get("/api/admin/users")).statusCode).toBe(401);
    expect((await signIn()).statusCode).toBe(200);
    const owner = await test.administrator();
    const events = await owner.get("/api/admin/audit?action=second-factor.removed");
    expect(events.json()).toMatchObject([
      {
        actor: "system",
        changes: { secondFactor: { from: "totp, passkey, recovery-code", to: null } },
      },
    ]);
    expect((await run("remove-second-factor", id)).stdout).toBe(
      "This administrator has no second factor.\n",
    );
  });

  it("revokes a key, effective from the next call", async () => {
    const accessKey = await createKey("Leaves today");
    const leaver = test.visitor();
    await leaver.post("/api/admin/login", { accessKey });
    expect((await leaver.get("/api/admin/users")).statusCode).toBe(200);
    const { code, stdout } = await run("revoke", await idOf("Leaves today"));
    expect(code).toBe(0);
    expect(stdout).toBe('Revoked the access key of "Leaves today".\n');
    expect((await leaver.get("/api/admin/users")).statusCode).toBe(401);
    expect((await test.visitor().post("/api/admin/login", { accessKey })).statusCode).toBe(401);
    expect((await run("list")).stdout).toMatch(/revoked \d{4}-\d\d-\d\d +Leaves today/);
  });

  it("warns that the next start makes a configured key valid again", async () => {
    const accessKey = await createKey("Configured");
    const { databaseUrl, dataDir } = test.context.config;
    const env = { DATABASE_URL: databaseUrl!, DATA_DIR: dataDir, ADMIN_ACCESS_KEY: accessKey };
    const { stdout } = await admin(env, "revoke", await idOf("Configured"));
    expect(stdout).toBe(
      'Revoked the access key of "Configured".\nADMIN_ACCESS_KEY is set to this key, so the next start makes it valid again.\n',
    );
  });

  it.each(["revoke", "remove-second-factor"])(
    "%s fails with one sentence if the administrator does not exist",
    async (task) => {
      expect(await run(task, "2147483647")).toEqual({
        code: 1,
        stdout: "",
        stderr: "No administrator has the id 2147483647.\n",
      });
    },
  );

  it("prints the mistake and the usage for invalid arguments, without a database", async () => {
    const unreachable = { DATABASE_URL: "postgres://propdesk@127.0.0.1:1/propdesk" };
    const { code, stdout, stderr } = await admin(unreachable, "revoke", "Ada");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe(`"Ada" is not a valid administrator id.\n\n${usage}\n`);
  });

  it("prints the usage with --help", async () => {
    expect(await admin({}, "--help")).toMatchObject({
      code: 0,
      stdout: `${usage}\n`,
      stderr: "",
    });
  });
});

describe("npm run admin with the embedded database", () => {
  it("starts the database server if necessary, and does not stop a running one", async () => {
    const dataDir = await processes.preparedDataDir();
    const env = { DATA_DIR: dataDir };
    expect(await admin(env, "create", "--label", "First")).toMatchObject({ code: 0, stderr: "" });
    expect(await postgresOf(dataDir)).toBe(0);

    const server = await startEmbeddedPostgres({ dataDir, log: pino({ level: "silent" }) });
    onTestFinished(() => server.stop());
    const running = await postgresOf(dataDir);
    const beside = await admin(env, "list");
    expect(beside).toMatchObject({ code: 0, stderr: "" });
    expect(beside.stdout).toMatch(/ First\n$/);
    expect(await postgresOf(dataDir)).toBe(running);
  });
});
