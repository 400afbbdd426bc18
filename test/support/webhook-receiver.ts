import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** How the receiver responds. "disconnects" accepts the event and closes the connection without a response. */
export type ReceiverBehaviour = "good" | "slow" | "returns 503" | "disconnects";

export interface WebhookReceiver {
  url: string;
  /** The distinct bodies received, by `webhook-id`. */
  received: Map<string, Set<string>>;
  close(): Promise<void>;
}

/** Starts an HTTP server on loopback that records the events it receives. */
export async function startWebhookReceiver(
  behaviour: () => ReceiverBehaviour,
): Promise<WebhookReceiver> {
  const received: WebhookReceiver["received"] = new Map();
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    } catch {
      // The sender was killed. An incomplete request does not count as received.
      return;
    }
    const current = behaviour();
    if (current === "slow") await sleep(1500);
    if (current === "returns 503") {
      response.writeHead(503).end("Try again later");
      return;
    }
    const id = String(request.headers["webhook-id"]);
    received.set(id, (received.get(id) ?? new Set()).add(Buffer.concat(chunks).toString()));
    // The sender receives no response, so it retries.
    if (current === "disconnects") request.socket.destroy();
    else response.end("Thanks");
  }
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
