import { isIP } from "node:net";
import Bowser from "bowser";

/** What a person calls the device behind a `User-Agent`: `Firefox on Windows`. */
export function describeDevice(userAgent: string | null): string {
  if (!userAgent) return "Unknown device";
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  // Scripts and tools name themselves before a slash.
  return browser.name || (/^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? "Unknown device");
}

/**
 * The neighbourhood of an address: a provider hands the same person another address every day, but
 * seldom from another block.
 */
export function networkOf(address: string): string {
  const v4 = address.replace(/^::ffff:/i, "");
  if (isIP(v4) === 4) return v4.split(".").slice(0, 2).join(".");
  return address.split(":").slice(0, 2).join(":");
}
