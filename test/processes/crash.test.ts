import { spawn } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { registration } from "../support/app.ts";
import { gone, isAlive, Processes } from "../support/process.ts";
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

  it("during the first start does not break the second", async () => {
    const dataDir = await processes.dataDir();
    for (const milliseconds of [400, 700, 1000, 1500, 2200]) {
      const app = await processes.launch({ dataDir });
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      if (isAlive(app.pid)) await app.signal("SIGKILL");
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
  it("makes calls return 503 with Retry-After until it is back, without a restart of the app", async () => {
    const app = await processes.start();
    const olivia = app.visitor();
    await olivia.post("/api/register", registration());
    const postgres = await app.postgres();
    const seen: { status: number; retryAfter: string | null }[] = [];
    process.kill(postgres, "SIGKILL");
    await waitUntil("the app responds again", async () => {
      const response = await olivia.get("/api/user");
      seen.push({ status: response.status, retryAfter: response.headers.get("retry-after") });
      return response.status === 200 && seen.length > 1;
    });
    const away = seen.filter(({ status }) => status !== 200);
    expect(away.length).toBeGreaterThan(0);
    expect(new Set(away.map(({ status }) => status))).toEqual(new Set([503]));
    expect(away.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
    expect(await app.postgres()).not.toBe(postgres);
    expect(await app.health()).toBe(200);
    expect((await olivia.post("/api/register", registration())).status).toBe(201);
  });

  it("is recovered from repeatedly, even immediately after a recovery", async () => {
    const app = await processes.start();
    for (let round = 0; round < 8; round += 1) {
      const postgres = await app.postgres();
      process.kill(postgres, "SIGKILL");
      await gone(postgres);
      // Connections to the killed server may respond for a moment.
      await waitUntil("PostgreSQL was restarted", async () => {
        const present = await app.postgres();
        return present !== postgres && isAlive(present) && (await app.health()) === 200;
      });
    }
    expect((await app.visitor().post("/api/register", registration())).status).toBe(201);
  });

  it("does not prevent the app from stopping immediately", async () => {
    const app = await processes.start();
    const postgres = await app.postgres();
    process.kill(postgres, "SIGKILL");
    expect(await app.signal("SIGTERM")).toEqual({ code: 0, signal: null });
    expect(isAlive(await app.postgres())).toBe(false);
  });

  it("does not lose a queued mail", async () => {
    const app = await processes.start();
    const sent = registration();
    await app.visitor().post("/api/register", sent);
    process.kill(await app.postgres(), "SIGKILL");
    await waitUntil("the reset is accepted", async () => {
      const response = await app.visitor().post("/api/forgot-password", { email: sent.email });
      return response.status === 200;
    });
    await waitUntil("the mail has arrived", async () => {
      const names = await readdir(join(app.dataDir, "mail")).catch(() => []);
      return names.filter((name) => name.endsWith(".eml")).length === 1;
    });
  });
});

describe("kill -9 of both", () => {
  it("loses no acknowledged write", async () => {
    const first = await processes.start();
    const olivia = first.visitor();
    await olivia.post("/api/register", registration());
    const postgres = await first.postgres();
    process.kill(postgres, "SIGKILL");
    await first.signal("SIGKILL");
    const port = Number(new URL(first.url).port);
    await processes.start({ dataDir: first.dataDir, port });
    expect((await olivia.get("/api/user")).status).toBe(200);
  });

  it("does not prevent a start if another program now has PostgreSQL's process id", async () => {
    const first = await processes.start();
    const postgres = await first.postgres();
    await first.signal("SIGKILL");
    process.kill(postgres, "SIGKILL");
    await gone(postgres);
    const other = spawn("sleep", ["600"]);
    try {
      const file = join(first.dataDir, "postgres/postmaster.pid");
      const [, ...lines] = (await readFile(file, "utf8")).split("\n");
      await writeFile(file, [other.pid, ...lines].join("\n"));
      await processes.start({ dataDir: first.dataDir });
      expect(isAlive(other.pid!)).toBe(true);
    } finally {
      other.kill("SIGKILL");
    }
  });

  it("does not prevent a start if PostgreSQL's lock file was only partly written", async () => {
    const first = await processes.start();
    const postgres = await first.postgres();
    await first.signal("SIGKILL");
    process.kill(postgres, "SIGKILL");
    await gone(postgres);
    await writeFile(join(first.dataDir, "postgres/postmaster.pid"), "");
    await processes.start({ dataDir: first.dataDir });
  });
});
