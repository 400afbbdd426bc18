import { afterEach, expect, it } from "vitest";
import { registration } from "../../support/app.ts";
import { Processes } from "../../support/process.ts";

const processes = new Processes();
afterEach(() => processes.cleanUp());

interface Attempt {
  status: number;
  retryAfter: string | null;
  text: string;
}

it("while the database is down every call returns 503 with Retry-After, then works again", async () => {
  const app = await processes.start({ env: { LOG_LEVEL: "warn", RATE_LIMIT: "off" } });
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
  const untilItWorks = async (name: string, call: (typeof calls)[string]) => {
    const responses = (seen[name] ??= []);
    do {
      const { status, headers, text } = await call();
      responses.push({ status, retryAfter: headers.get("retry-after"), text });
      await new Promise((resolve) => setTimeout(resolve, 20));
    } while (responses.at(-1)!.status === 503);
  };
  const wasRefused = (name: string) => seen[name]?.some(({ status }) => status === 503);
  // On a busy machine, a call may succeed before PostgreSQL has ended, or only be made after its restart.
  while (!Object.keys(calls).every(wasRefused)) {
    await app.signalPostgres("SIGKILL");
    await Promise.all(Object.entries(calls).map(([name, call]) => untilItWorks(name, call)));
  }

  for (const [name, responses] of Object.entries(seen)) {
    const last = responses.pop()!;
    expect([200, 201, 401], `${name}: ${last.text}`).toContain(last.status);
    const refused = responses.filter(({ status }) => status === 503);
    for (const { retryAfter, text } of refused) {
      expect(Number(retryAfter), name).toBeGreaterThan(0);
      expect(text, name).not.toMatch(/ECONN|terminat|postgres|sql/i);
      expect(text, name).toMatch(/"message":"[A-Z]/);
    }
  }
});
