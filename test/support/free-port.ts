import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** The ports below those that operating systems give to outgoing connections, which begin at 32768 or later. */
const FIRST_PORT = 15_000;
const END_OF_PORTS = 32_000;

/** Returns a port of 127.0.0.1 that no other server uses, and that no outgoing connection takes later. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, END_OF_PORTS);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port, "127.0.0.1"), "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return false;
    throw error;
  }
  await new Promise((resolve) => probe.close(resolve));
  return true;
}
