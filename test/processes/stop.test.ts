import { readdir, readFile, readlink } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { logLines } from "../support/log-lines.ts";
import { registration } from "../support/app.ts";
import {
  appCommand,
  type AppProcess,
  gone,
  isAlive,
  preload,
  Processes,
} from "../support/process.ts";
import { waitUntil } from "../support/until.ts";

const processes = new Processes();
afterEach(() => processes.cleanUp());

/** Sends the first half of a registration; the test sends the second half. */
function openRegistration(app: AppProcess) {
  const body = JSON.stringify(registration());
  const call = request(`${app.url}/api/register`, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
  });
  const status = new Promise<number | undefined>((resolve, reject) => {
    call.once("response", (response) => resolve(response.resume().statusCode));
    call.once("error", reject);
  });
  call.write(body.slice(0, 20));
  return { status, finish: () => call.end(body.slice(20)), abandon: () => call.destroy() };
}

async function refusesConnections(app: AppProcess): Promise<boolean> {
  return (await app.health()) === 0;
}

/** Waits until the app has received all earlier data, which is certain once it responds to another request. */
async function received(app: AppProcess): Promise<void> {
  await app.health();
}

// `process.exit()` may hang: https://github.com/nodejs/node/issues/54918
const withoutExit = appCommand(
  ...preload("process.exit = () => process.stderr.write('process.exit() was called')"),
);

describe.each(["SIGTERM", "SIGINT"] as const)("%s", (signal) => {
  it("even twice finishes the open request, exits with 0 without process.exit() or a warning, and leaves no database process", async () => {
    const app = await processes.start({ command: withoutExit });
    const postgres = await app.postgres();
    const open = openRegistration(app);
    await received(app);
    process.kill(app.pid, signal);
    await waitUntil("new connections are refused", () => refusesConnections(app));
    process.kill(app.pid, signal);
    open.finish();
    expect(await open.status).toBe(201);
    expect(await app.exited).toEqual({ code: 0, signal: null });
    expect(isAlive(postgres)).toBe(false);
    expect(app.stderr).toBe("");
    expect(logLines(app.stdout).filter(({ level }) => Number(level) >= 40)).toEqual([]);
  });
});

describe("SIGTERM", () => {
  it("ends a request that never ends", async () => {
    const app = await processes.start();
    const open = openRegistration(app);
    open.status.catch(() => {});
    await received(app);
    expect(await app.signal("SIGTERM")).toEqual({ code: 0, signal: null });
    open.abandon();
  });

  it("is not lost if it arrives while the modules are evaluated", async () => {
    const hook = `
      import { registerHooks } from "node:module";
      registerHooks({
        load(url, context, next) {
          const loaded = next(url, context);
          if (!url.endsWith("/src/main.ts")) return loaded;
          return { ...loaded, source: 'process.kill(process.pid, "SIGTERM");' + loaded.source };
        },
      });`;
    const app = await processes.launch({ command: appCommand(...preload(hook)) });
    expect(await app.exited).toEqual({ code: 0, signal: null });
    expect(app.stderr).toBe("");
  });

  // The contents of the data directory show how far the start has progressed.
  it("during the first start ends the app without an error, leaves no process, and does not affect the next", async () => {
    const dataDir = await processes.dataDir();
    const points: Record<string, (names: string[]) => boolean> = {
      "before the data directory exists": () => true,
      "while the cluster is created": (names) => names.some((name) => /draft/.test(name)),
      "while PostgreSQL starts": (names) => names.includes("postgres/postmaster.pid"),
      "while the schema is created": (names) => names.includes("uploads"),
    };
    for (const [point, reached] of Object.entries(points)) {
      const app = await processes.launch({ dataDir });
      await waitUntil(`the start has come as far as ${point}`, async () => {
        const names = await readdir(dataDir).catch(() => []);
        const cluster = await readdir(join(dataDir, "postgres")).catch(() => []);
        return reached([...names, ...cluster.map((name) => `postgres/${name}`)]);
      });
      const exit = await app.signal("SIGTERM");
      expect(app.stderr, point).toBe("");
      // Until the app has installed its handlers, the signal ends Node itself.
      expect([
        { code: 0, signal: null },
        { code: null, signal: "SIGTERM" },
      ]).toContainEqual(exit);
      if (app.stdout !== "") expect(exit.code).toBe(0);
      await waitUntil(
        "no process is left in its folder",
        async () => (await workingIn(dataDir)) === 0,
      );
    }
    await processes.start({ dataDir });
  });
});

it("an app with an invalid variable ends without process.exit()", async () => {
  const app = await processes.launch({ command: withoutExit, env: { RATE_LIMIT: "no" } });
  expect(await app.exited).toEqual({ code: 1, signal: null });
  expect(app.stderr).toMatch(/^RATE_LIMIT must be one of .*\n$/);
});

describe("npm start", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("forwards %s, and exits with 0", async (signal) => {
    const npm = await processes.start({
      command: ["npm", "start", "--silent", "--", "--no-client"],
    });
    const postgres = await npm.postgres();
    const app = await parentOf(postgres);
    expect(await npm.signal(signal)).toEqual({ code: 0, signal: null });
    await gone(app);
    await gone(postgres);
  });
});

/** Counts the processes whose working directory is in a folder. */
async function workingIn(folder: string): Promise<number> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(
    pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => "")),
  );
  return folders.filter((path) => path.startsWith(folder)).length;
}

/** Returns the parent of a process. */
async function parentOf(pid: number): Promise<number> {
  const status = await readFile(join("/proc", String(pid), "status"), "utf8");
  return Number(/^PPid:\s+(\d+)$/m.exec(status)![1]);
}
