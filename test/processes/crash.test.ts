import { spawn } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { registration } from "../support/app.ts";
import { type AppProcess, gone, isAlive, Processes } from "../support/process.ts";
import { waitUntil } from "../support/until.ts";

const processes = new Processes();
afterEach(() => processes.cleanUp());

describe("kill -9 of the app", () => {
  it("leaves a running PostgreSQL, which the next start uses with all acknowledged writes", async () => {
    const first = await processes.start();
    const olivia = first.visitor();
    await olivia.post("/api/register", registration());
    const postgres = await first.postgres();
    await first.signal("SIGKILL");
    expect(isAlive(postgres)).toBe(true);

    const port = Number(new URL(first.url).port);
    const second = await processes.start({ dataDir: first.dataDir, port });
    expect(await second.postgres()).toBe(postgres);
    expect((await olivia.get("/api/user")).status).toBe(200);
    expect(await second.signal("SIGTERM")).toEqual({ code: 0, signal: null });
    expect(isAlive(postgres)).toBe(false);
  });

  // The contents of the data directory show how far the start has progressed.
  it("at any point of the first start does not break the next", async () => {
    const dataDir = await processes.dataDir();
    const points = {
      "the cluster is being created": (names: string[]) =>
        names.some((name) => /draft-\d+\/cluster\/base$/.test(name)),
      "PostgreSQL is starting": (names: string[]) => names.includes("postgres/postmaster.pid"),
      "the schema exists": (names: string[]) => names.includes("uploads"),
    };
    for (const [point, reached] of Object.entries(points)) {
      const app = await processes.launch({ dataDir });
      await waitUntil(point, async () => {
        const names = await readdir(dataDir, { recursive: true }).catch(() => []);
        return reached(names);
      });
      await app.signal("SIGKILL");
    }
    const last = await processes.start({ dataDir });
    expect((await last.visitor().post("/api/register", registration())).status).toBe(201);
  });

  it("leaves an unfinished cluster, still being created, which the next start removes", async () => {
    const dataDir = await processes.dataDir();
    const killed = await processes.launch({ dataDir });
    await killed.signal("SIGKILL");
    const base = join(dataDir, `postgres.draft-${killed.pid}`, "cluster/base");
    await mkdir(base, { recursive: true });
    // The initdb of the killed app continues, and fails when its folder is removed.
    const files = Array.from({ length: 2000 }, (_, index) => join(base, `${index}`));
    await Promise.all(files.map((file) => writeFile(file, "")));
    const grow = 'i=2000; while [ $i -lt 4000 ] && : > "$0/$i"; do i=$((i+1)); sleep 0.001; done';
    const initdb = spawn("sh", ["-c", grow, base]);
    await processes.start({ dataDir });
    await gone(initdb.pid!);
    expect((await readdir(dataDir)).filter((name) => name.includes("draft"))).toEqual([]);
  });
});

describe("kill -9 of PostgreSQL while the app runs", () => {
  const running = new Processes();
  let app: AppProcess;
  beforeAll(async () => {
    app = await running.start();
  });
  afterAll(() => running.cleanUp());

  // `test/processes/faults/database-away.test.ts` checks what calls return in the meantime.
  it("is recovered from repeatedly, even immediately after a recovery", async () => {
    for (let round = 0; round < 3; round += 1) {
      const postgres = await app.signalPostgres("SIGKILL");
      await gone(postgres);
      // Connections to the killed server may respond for a moment.
      await waitUntil("PostgreSQL was restarted", async () => {
        const present = await app.postgres();
        return present !== postgres && isAlive(present) && (await app.health()) === 200;
      });
    }
    expect((await app.visitor().post("/api/register", registration())).status).toBe(201);
  });

  it("restarts it on its port, which no outgoing connection can have taken", async () => {
    const lockFile = await readFile(join(app.dataDir, "postgres/postmaster.pid"), "utf8");
    const range = await readFile("/proc/sys/net/ipv4/ip_local_port_range", "utf8");
    const port = Number(lockFile.split("\n")[3]);
    expect(port).toBeGreaterThan(0);
    expect(port).toBeLessThan(Number(range.split("\t")[0]));
  });

  it("does not lose a queued mail", async () => {
    const sent = registration();
    await app.visitor().post("/api/register", sent);
    await app.signalPostgres("SIGKILL");
    await waitUntil("the reset is accepted", async () => {
      const response = await app.visitor().post("/api/forgot-password", { email: sent.email });
      return response.status === 200;
    });
    await waitUntil("the mail has arrived", async () => {
      const folder = join(app.dataDir, "mail");
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
      const mails = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
      return mails.filter((mail) => isResetFor(sent.email, mail)).length === 1;
    });
  });

  it("does not prevent the app from stopping immediately", async () => {
    await app.signalPostgres("SIGKILL");
    expect(await app.signal("SIGTERM")).toEqual({ code: 0, signal: null });
    expect(isAlive(await app.postgres())).toBe(false);
  });
});

const isResetFor = (email: string, mail: string) =>
  mail.includes(`To: ${email}`) && mail.includes("Subject: Reset your password");

describe("kill -9 of both", () => {
  it("loses no acknowledged write, whatever PostgreSQL's lock file says at the next start", async () => {
    const dataDir = await processes.preparedDataDir();
    const lockFile = join(dataDir, "postgres/postmaster.pid");
    let app = await processes.start({ dataDir });
    const olivia = app.visitor();
    await olivia.post("/api/register", registration());
    const other = spawn("sleep", ["600"]);
    const ofAnotherProgram = (text: string) => [other.pid, ...text.split("\n").slice(1)].join("\n");
    const changes = [
      (text: string) => text,
      ofAnotherProgram,
      // Only partly written.
      () => "",
    ];
    try {
      for (const change of changes) {
        const postgres = await app.signalPostgres("SIGKILL");
        await app.signal("SIGKILL");
        await gone(postgres);
        await writeFile(lockFile, change(await readFile(lockFile, "utf8")));
        app = await processes.start({ dataDir, port: Number(new URL(app.url).port) });
        expect((await olivia.get("/api/user")).status).toBe(200);
      }
      expect(isAlive(other.pid!)).toBe(true);
    } finally {
      other.kill("SIGKILL");
    }
  });
});
