import { Agent, request } from "node:http";
import { afterEach, expect, it } from "vitest";
import { type AppProcess, Processes } from "../support/process.ts";
import { waitUntil } from "../support/until.ts";

const processes = new Processes();
afterEach(() => processes.cleanUp());

interface Reply {
  status: number | undefined;
  connection: string | undefined;
}

function call(app: AppProcess, path: string, agent: Agent): Promise<Reply> {
  return new Promise((resolve, reject) => {
    request(`${app.url}${path}`, { agent }, (response) => {
      const { statusCode: status, headers } = response;
      response.resume().once("end", () => resolve({ status, connection: headers.connection }));
    })
      .once("error", reject)
      .end();
  });
}

/** Makes calls over one keep-alive connection until the app refuses new connections. */
async function callUntilRefused(app: AppProcess, replies: Reply[]): Promise<string | undefined> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (;;) replies.push(await call(app, "/api/health/live", agent));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  } finally {
    agent.destroy();
  }
}

it("stopping under load resets none of 20 keep-alive connections", async () => {
  const app = await processes.start({ env: { DRAIN_SECONDS: "1" } });
  const replies: Reply[] = [];
  const callers = Array.from({ length: 20 }, () => callUntilRefused(app, replies));
  await waitUntil("the load is steady", () => replies.length > 1000);
  expect(await app.signal("SIGTERM")).toEqual({ code: 0, signal: null });
  expect(await Promise.all(callers)).toEqual(callers.map(() => "ECONNREFUSED"));
  expect(replies.every(({ status }) => status === 200)).toBe(true);
  expect(replies.at(-1)?.connection).toBe("close");
});

it("a stopping app reports that it is not ready, still serves calls, and then closes", async () => {
  // Long enough for a busy machine; waiting costs nothing.
  const app = await processes.start({ env: { DRAIN_SECONDS: "8" } });
  const agent = new Agent();
  process.kill(app.pid, "SIGTERM");
  await waitUntil("it is draining", async () => {
    const { status, connection } = await call(app, "/api/health", agent);
    return status === 503 && connection === "close";
  });
  expect((await call(app, "/api/health/live", agent)).status).toBe(200);
  expect((await call(app, "/api/user", agent)).status).toBe(401);
  expect(await app.exited).toEqual({ code: 0, signal: null });
});
