import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  isHostAllowed,
  isPublicAddress,
  sendWebhook,
} from "../../../../../src/business/watch/webhooks/send-webhook.ts";

const message = { headers: { "webhook-id": "evt_1" }, body: "{}" };

async function startServer(handler: Parameters<typeof createServer>[1]) {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

describe("an address", () => {
  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "192.0.0.1",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:0:1::",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
    "localhost",
    "",
  ])("of the server's own network is rejected: %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(["1.1.1.1", "93.184.216.34", "172.32.0.1", "2606:4700::1111", "::ffff:1.1.1.1"])(
    "of the internet is allowed: %s",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe("the host of a new webhook", () => {
  it.each(["https://localhost/", "https://LOCALHOST.:8443/", "https://hooks.localhost/"])(
    "may not be a name of the server itself: %s",
    (url) => {
      expect(isHostAllowed(url)).toBe(false);
    },
  );

  it.each(["https://localhost.example.com/", "https://mylocalhost/", "https://1.1.1.1/"])(
    "may be another one: %s",
    (url) => {
      expect(isHostAllowed(url)).toBe(true);
    },
  );
});

describe("sending a webhook", () => {
  it.each([
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://0x7f.1/",
    "https://2130706433/",
    "https://[::ffff:169.254.169.254]/",
  ])("makes no connection to %s", async (url) => {
    const answer = await sendWebhook(url, message, { targets: "public" });
    expect(answer).toMatchObject({
      status: null,
      error: "The address is not on the public internet",
    });
  });

  it("requires HTTPS", async () => {
    const resolve = async () => [{ address: "1.1.1.1", family: 4 }];
    const answer = await sendWebhook("http://a.example/", message, { targets: "public", resolve });
    expect(answer.error).toBe("Webhooks are only sent over HTTPS");
  });

  it("rejects a host name if one of its addresses is private", async () => {
    const resolve = async () => [
      { address: "1.1.1.1", family: 4 },
      { address: "10.0.0.1", family: 4 },
    ];
    const answer = await sendWebhook("https://a.example/", message, { targets: "public", resolve });
    expect(answer.error).toBe("The address is not on the public internet");
  });

  it("resolves a host name once, and connects to the checked address", async () => {
    const hosts: string[] = [];
    const port = await startServer((request, response) => {
      hosts.push(request.headers.host ?? "");
      response.end("ok");
    });
    let lookups = 0;
    const resolve = async () => {
      lookups += 1;
      return [{ address: lookups === 1 ? "127.0.0.1" : "203.0.113.1", family: 4 }];
    };
    const url = `http://rebinding.example:${port}/`;
    const answer = await sendWebhook(url, message, { targets: "any", resolve });
    expect(answer).toMatchObject({ status: 200, body: "ok", error: null });
    expect(lookups).toBe(1);
    expect(hosts).toEqual([`rebinding.example:${port}`]);
  });

  it("follows no redirect", async () => {
    let requests = 0;
    const port = await startServer((_, response) => {
      requests += 1;
      response.writeHead(302, { location: "/elsewhere" }).end();
    });
    const answer = await sendWebhook(`http://127.0.0.1:${port}/`, message, { targets: "any" });
    expect(answer.status).toBe(302);
    expect(requests).toBe(1);
  });

  it("keeps the first 10 kB of an endless response, without NUL", async () => {
    const port = await startServer((_, response) => {
      const write = () => {
        while (response.write("a\0".repeat(5000)));
        response.once("drain", write);
      };
      write();
    });
    const answer = await sendWebhook(`http://127.0.0.1:${port}/`, message, { targets: "any" });
    expect(answer.body).toHaveLength(10_000);
    expect(answer.body).not.toContain("\0");
  });

  it("fails if the endpoint switches to another protocol", async () => {
    const port = await startServer((_, { socket }) => {
      socket!.end(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
      );
    });
    const answer = await sendWebhook(`http://127.0.0.1:${port}/`, message, { targets: "any" });
    expect(answer).toMatchObject({
      status: null,
      error: "The connection was closed without a response",
    });
  });

  it("times out if the server or the name server does not respond", async () => {
    const port = await startServer(() => {});
    const silent = { targets: "any", timeout: 200 } as const;
    const answer = await sendWebhook(`http://127.0.0.1:${port}/`, message, silent);
    expect(answer).toMatchObject({ status: null, error: "No response in time" });
    const resolve = () => new Promise<never>(() => {});
    const unresolved = await sendWebhook("http://a.example/", message, { ...silent, resolve });
    expect(unresolved.error).toBe("No response in time");
  });
});
