import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** How the receiver answers. */
export type ReceiverBehaviour = "good" | "slow" | "refuses" | "drops the line";

export interface WebhookReceiver {
  url: string;
  /** The different bodies that came with each `webhook-id`. */
  received: Map<string, Set<string>>;
  close(): Promise<void>;
}

/** Starts another system on loopback that events are sent to. */
export async function startWebhookReceiver(
  temper: () => ReceiverBehaviour,
): Promise<WebhookReceiver> {
  const received: WebhookReceiver["received"] = new Map();
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    } catch {
      // The sender was killed: what it has not sent completely has not arrived.
      return;
    }
    const present = temper();
    if (present === "slow") await sleep(1500);
    if (present === "refuses") {
      response.writeHead(503).end("Try again later");
      return;
    }
    const id = String(request.headers["webhook-id"]);
    received.set(id, (received.get(id) ?? new Set()).add(Buffer.concat(chunks).toString()));
    // The sender cannot know that the event has arrived, and sends it again.
    if (present === "drops the line") request.socket.destroy();
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
