import { isIP } from "node:net";

/**
 * The addresses that one caller has, as one name: an IPv4 address, however it is written, and of IPv6 the
 * /64 that a provider gives to each line.
 */
export function addressBlock(text: string): string {
  const address = withoutPort(text);
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff";
  if (!isMapped) return `${groups.slice(0, 4).join(":")}::/64`;
  const bytes = Buffer.from(
    groups
      .slice(6)
      .map((group) => group.padStart(4, "0"))
      .join(""),
    "hex",
  );
  return bytes.join(".");
}

/** Some proxies forward the port, too, which is another with each connection. */
function withoutPort(address: string): string {
  return /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address)?.slice(1).find(Boolean) ?? address;
}

/** The eight groups of an IPv6 address, each without leading zeros. */
function groupsOf(address: string): string[] {
  // URLs have one spelling of each; what follows a % names a network card of ours.
  const spelt = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1);
  const [start, end] = spelt.split("::").map((part) => part.split(":").filter(Boolean));
  if (!end) return start!;
  const zeros = Array.from({ length: 8 - start!.length - end.length }, () => "0");
  return [...start!, ...zeros, ...end];
}
