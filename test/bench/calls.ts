import { Agent, request } from "node:http";

export interface Call {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** Makes `count` calls over `connections` connections. @throws if a response is not successful */
export async function makeCalls(
  url: string,
  callOf: (index: number) => Call,
  count: number,
  connections: number,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) {
      await makeCall(agent, url, callOf(index));
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
}

function makeCall(agent: Agent, url: string, { method, path, headers, body }: Call): Promise<void> {
  return new Promise((resolve, reject) => {
    const json = body ? { "content-type": "application/json" } : {};
    const sent = request(url + path, { agent, method, headers: { ...headers, ...json } });
    sent.once("error", reject).once("response", (response) => {
      response.resume().once("error", reject);
      response.once("end", () => {
        const { statusCode = 0 } = response;
        if (statusCode < 300) resolve();
        else reject(new Error(`${method} ${path} was answered ${statusCode}`));
      });
    });
    sent.end(body);
  });
}
