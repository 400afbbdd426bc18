import { afterEach, expect, it } from "vitest";
import { registration } from "../support/app.ts";
import { Processes } from "../support/process.ts";

const processes = new Processes();
afterEach(() => processes.cleanUp());

interface Attempt {
  status: number;
  retryAfter: string | null;
  text: string;
}

it("while the database is down every call returns 503 with Retry-After, then works again", async () => {
  const app = await processes.start({ env: { LOG_LEVEL: "warn" } });
  const olivia = app.visitor();
  await olivia.post("/api/register", registration());
  const calls: Record<string, () => ReturnType<typeof olivia.get>> = {
    "GET /api/user": () => olivia.get("/api/user"),
    "POST /api/register": () => app.visitor().post("/api/register", registration()),
    "POST /api/login": () =>
      app.visitor().post("/api/login", { email: "nobody@example.com", password: "wrong" }),
    "GET /api/health": () => olivia.get("/api/health"),
    "tRPC auth.me": () => olivia.get("/api/trpc/auth.me"),
    "tRPC auth.register": () =>
      app.visitor().post("/api/trpc/auth.register", { json: registration() }),
    "tRPC trader.account": () => olivia.get("/api/trpc/trader.account"),
  };
  const seen: Record<string, Attempt[]> = {};
  process.kill(await app.postgres(), "SIGKILL");
  const untilItWorks = async (name: string, call: (typeof calls)[string]) => {
    const responses: Attempt[] = (seen[name] = []);
    // On a busy machine, a call may still succeed before PostgreSQL has ended.
    const hasFailed = () => responses.some(({ status }) => status === 503);
    const deadline = Date.now() + 30_000;
    do {
      const { status, headers, text } = await call();
      responses.push({ status, retryAfter: headers.get("retry-after"), text });
      await new Promise((resolve) => setTimeout(resolve, 20));
    } while (responses.at(-1)!.status === 503 || (!hasFailed() && Date.now() < deadline));
  };
  await Promise.all(Object.entries(calls).map(([name, call]) => untilItWorks(name, call)));

  for (const [name, responses] of Object.entries(seen)) {
    const last = responses.pop()!;
    expect([200, 201, 401], `${name}: ${last.text}`).toContain(last.status);
    const refused = responses.filter(({ status }) => status === 503);
    expect(refused.length, name).toBeGreaterThan(0);
    for (const { retryAfter, text } of refused) {
      expect(Number(retryAfter), name).toBeGreaterThan(0);
      expect(text, name).not.toMatch(/ECONN|terminat|postgres|sql/i);
      expect(text, name).toMatch(/"message":"[A-Z]/);
    }
  }
});
