import { isIP } from "node:net";
import Bowser from "bowser";

/** Returns a readable name for the device of a `User-Agent`, such as `Firefox on Windows`. */
export function describeDevice(userAgent: string | null): string {
  if (!userAgent) return "Unknown device";
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  // Scripts and tools put their name before a slash.
  return browser.name || (/^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? "Unknown device");
}

/** Returns the /16 (IPv4) or /32 (IPv6) network, because providers often assign a new address from the same network. */
export function networkOf(address: string): string {
  const v4 = address.replace(/^::ffff:/i, "");
  if (isIP(v4) === 4) return v4.split(".").slice(0, 2).join(".");
  return address.split(":").slice(0, 2).join(":");
}
