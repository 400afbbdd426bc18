import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../../support/app.ts";
import type { Browser } from "../../support/http.ts";
import { tradedAccount } from "../../support/live.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp({ listen: true });
  administrator = await test.administrator();
});
afterAll(() => test.close());

const cookiesOf = (browser: Browser) =>
  [...browser.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; ");

/** Opens a stream over HTTP. `next` resolves with the name of the next event other than pings. */
async function openStream(browser: Browser, path = "trader.live", url = test.url) {
  const abort = new AbortController();
  const response = await fetch(`${url}/api/trpc/${path}`, {
    headers: { ...browser.headers, cookie: cookiesOf(browser), accept: "text/event-stream" },
    signal: abort.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async (): Promise<string> => {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end >= 0) {
        const block = text.slice(0, end).trim();
        text = text.slice(end + 2);
        const name =
          /^event: (.+)$/m.exec(block)?.[1] ?? (block.startsWith("data") ? "change" : "");
        if (name && name !== "ping") return name;
        continue;
      }
      const { done, value } = await reader.read();
      if (done) return "closed";
      text += value;
    }
  };
  expect(await next()).toBe("connected");
  return { next, leave: () => abort.abort() };
}

const liveOf = (userId: number) =>
  `admin.live?input=${encodeURIComponent(JSON.stringify({ json: { userId } }))}`;

async function traderWithStream() {
  const trader = await test.trader();
  const { feed } = await tradedAccount(test, trader.id);
  const stream = await openStream(trader);
  // The first subscription of an instance takes a moment to listen.
  await new Promise((resolve) => setTimeout(resolve, 300));
  return { trader, feed, stream };
}

describe("a stream", () => {
  it("reports that the records of the account have changed", async () => {
    const { feed, stream } = await traderWithStream();
    await feed("5.00");
    expect(await stream.next()).toBe("change");
    stream.leave();
  });

  it("ends at once when the trader is banned", async () => {
    const { trader, stream } = await traderWithStream();
    await administrator.patch(`/api/admin/user/${trader.id}/ban`, {
      banned: true,
      banReason: "Test",
    });
    let event = await stream.next();
    while (event === "change") event = await stream.next();
    expect(event).toBe("return");
  });

  it("ends at once when the trader signs out", async () => {
    const { trader, stream } = await traderWithStream();
    await trader.post("/api/logout", {});
    let event = await stream.next();
    while (event === "change") event = await stream.next();
    expect(event).toBe("return");
  });

  it("is refused to visitors, and to traders who ask for another account", async () => {
    const open = (browser: Browser, path: string) => browser.get(`/api/trpc/${path}`);
    expect((await open(test.visitor(), "trader.live")).statusCode).toBe(401);
    const { trader } = await traderWithStream();
    expect((await open(await test.trader(), liveOf(trader.id))).statusCode).toBe(403);
  });

  it("ends when the instance stops, so that the client connects to another one", async () => {
    const second = await startApp({ listen: true, databaseUrl: test.context.config.databaseUrl! });
    const { trader, feed } = await traderWithStream();
    const tool = await test.token(["records:read"]);
    const stream = await openStream(tool, liveOf(trader.id), second.url);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await feed("7.00");
    expect(await stream.next()).toBe("change");
    const closed = stream.next().catch(() => "closed");
    await second.close();
    expect(["closed", "change"]).toContain(await closed);
  });
});
