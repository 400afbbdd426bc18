import { readdir } from "node:fs/promises";
import { join } from "node:path";
import superjson, { type SuperJSONResult } from "superjson";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientFolder } from "../../../src/http/build-client.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import type { Browser } from "../../support/http.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp({ env: { FIRM_NAME: 'Bull & "Bear"' } });
});
afterAll(() => test.close());

describe("the web client's page", () => {
  it.each(["/", "/auth", "/admin/users?page=2", "/reset-password?token=x.y"])(
    "is served at %s with the firm's name and its own nonce",
    async (url) => {
      const [response, again] = [await test.visitor().get(url), await test.visitor().get(url)];
      expect(response.statusCode).toBe(200);
      expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(response.body).toContain("<title>Bull &amp; &quot;Bear&quot;</title>");
      expect(response.body).not.toMatch(/__[A-Z_]+__/);
      const nonce = /nonce="([^"]+)"/.exec(response.body)?.[1];
      expect(response.headers["content-security-policy"]).toContain(
        `script-src 'self' 'nonce-${nonce}'`,
      );
      expect(response.headers["content-security-policy"]).toContain(
        `style-src 'self' 'nonce-${nonce}'`,
      );
      expect(again.body).not.toContain(nonce);
    },
  );

  it("contains names as they are, even if they look like placeholders", async () => {
    const other = await startApp({ env: { FIRM_NAME: "__SESSION__ __CSP_NONCE__" } });
    const { body } = await other.visitor().get("/auth");
    expect(body).toContain("<title>__SESSION__ __CSP_NONCE__</title>");
    await other.close();
  });

  it("is served with 404 at an unknown address, so that the client shows its own page", async () => {
    for (const url of [
      "/nowhere",
      "/metrics",
      "/admin/nowhere",
      "/auth/more",
      "/nowhere?a=/auth",
    ]) {
      const response = await test.visitor().get(url);
      expect([url, response.statusCode]).toEqual([url, 404]);
      expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(response.headers["cache-control"]).toBe("no-store");
      expect(response.body).toContain('<div id="root">');
    }
  });

  it("is served at addresses that only share a prefix with API calls", async () => {
    for (const url of ["/apis", "/api-keys?from=/api", "/api%2fuser", "/api%3F"]) {
      const response = await test.visitor().get(url);
      expect([url, response.statusCode]).toEqual([url, 404]);
      expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
      const nonce = /nonce="([^"]+)"/.exec(response.body)?.[1];
      expect(response.headers["content-security-policy"]).toContain(`'nonce-${nonce}'`);
    }
  });

  describe("contains the session", () => {
    const read = async (browser: Browser, url: string) => {
      const { body } = await browser.get(url);
      const [, content] = /name="session" content="([^"]*)"/.exec(body)!;
      const json = content!
        .replaceAll("&quot;", '"')
        .replaceAll("&lt;", "<")
        .replaceAll("&amp;", "&");
      return superjson.parse(json);
    };

    it("of the trader, as the call returns it", async () => {
      const trader = await test.trader({ fullName: '</head> & "quoted" __CSP_NONCE__' });
      const { result } = (await trader.query("auth.me")).json<{
        result: { data: SuperJSONResult };
      }>();
      for (const url of ["/", "/auth", "/payouts?page=2"]) {
        expect(await read(trader, url)).toEqual({ trader: superjson.deserialize(result.data) });
      }
      expect(await read(trader, "/admin/users")).toEqual({});
    });

    it("of the administrator, on their screens", async () => {
      const administrator = await test.administrator();
      expect(await read(administrator, "/admin/users")).toEqual({ isAdmin: true });
      expect(await read(administrator, "/")).toEqual({ trader: null });
    });

    it("or its absence, so that the call need not be refused", async () => {
      for (const url of [
        "/",
        "/settings",
        "/nowhere",
        "/auth",
        "/forgot-password",
        "/reset-password?token=x",
        "/verify-email?token=x",
        "/confirm-second-factor?token=x",
        "/not-me?token=x",
        "/stop-recovery?token=x",
        "/partners",
        "/verify",
        "/certificates/verify",
        "/certificates/verify/7K3M-Q9TX-2B4D",
      ]) {
        expect([url, await read(test.visitor(), url)]).toEqual([url, { trader: null }]);
      }
      expect(await read(test.visitor(), "/admin")).toEqual({});
    });

    it("except that of a banned trader, which the call must reject", async () => {
      const trader = await test.trader();
      const administrator = await test.administrator();
      await administrator.mutate("admin.users.ban", {
        id: trader.id,
        banned: true,
        banReason: "x",
      });
      expect(await read(trader, "/")).toEqual({});
      expect(await read(trader, "/auth")).toEqual({});
    });

    it("and is never stored by a cache", async () => {
      const response = await (await test.trader()).get("/");
      expect(response.headers["cache-control"]).toBe("no-store");
    });
  });

  describe("loads the screen's scripts early", () => {
    const read = async (browser: Browser, url: string) => {
      const { body } = await browser.get(url);
      const links = body.matchAll(
        /<link rel="modulepreload" fetchpriority="low" [^>]*href="([^"]+)"/g,
      );
      return Array.from(links, ([, file]) => file!);
    };

    it("and only those, of an address with any parameters", async () => {
      const administrator = await test.administrator();
      const everyPage = await read(test.visitor(), "/nowhere");
      const users = await read(administrator, "/admin/users?page=2");
      const user = await read(administrator, "/admin/users/7");
      expect(users.length).toBeGreaterThan(everyPage.length);
      expect(user.length).toBeGreaterThan(everyPage.length);
      expect(user).not.toEqual(users);
      for (const file of [...users, ...user]) {
        expect([file, (await test.visitor().get(file)).statusCode]).toEqual([file, 200]);
      }
    });

    it("which are those of the sign-in screen if the trader is not signed in", async () => {
      const auth = await read(test.visitor(), "/auth");
      expect(await read(test.visitor(), "/payouts")).toEqual(auth);
      expect(await read(await test.trader(), "/payouts")).not.toEqual(auth);
    });
  });

  it("responds to HEAD like GET, without the body", async () => {
    const response = await test.visitor().send({ method: "HEAD", url: "/" });
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe("");
  });
});

describe("the web client's files", () => {
  it("are compressed at build time and cached as immutable", async () => {
    const assets = await readdir(join(clientFolder, "assets"));
    const script = assets.find((name) => /^index-.*\.js$/.test(name));
    const response = await test
      .visitor()
      .get(`/assets/${script}`, { "accept-encoding": "gzip, deflate, br" });
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-encoding"]).toBe("br");
    expect(response.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(response.headers["content-type"]).toMatch(/javascript/);
  });

  it.each([
    "/index.html",
    "/assets/none.js",
    "/assets/../../package.json",
    "/assets/%2e%2e/%2e%2e/package.json",
    "/.vite/manifest.json",
    "/../package.json",
  ])("do not include %s", async (url) => {
    const response = await test.visitor().get(url);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ message: "Not found" });
  });
});
