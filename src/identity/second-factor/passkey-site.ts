import { isIP } from "node:net";
import type { Config } from "../../platform/config/config.ts";
import { RefusalError } from "../../platform/lib/errors.ts";
import type { Person } from "./second-factor.tables.ts";

/** The site that passkeys belong to. Browsers offer them at no other. */
interface PasskeySite {
  rpId: string;
  origin: string;
}

/**
 * The public address, or `http://localhost` if none is set. Passkeys belong to a name: returns `undefined` if the
 * public address is an IP address.
 */
export function passkeySite({
  publicUrl,
  isPublicUrlSet,
  port,
}: Pick<Config, "publicUrl" | "isPublicUrlSet" | "port">): PasskeySite | undefined {
  const origin = isPublicUrlSet ? publicUrl : new URL(`http://localhost:${port}`).origin;
  const rpId = new URL(origin).hostname;
  return isIP(rpId.replaceAll(/^\[|\]$/g, "")) === 0 ? { rpId, origin } : undefined;
}

/** @throws RefusalError if passkeys cannot work here */
export function requirePasskeySite(config: Parameters<typeof passkeySite>[0]): PasskeySite {
  const site = passkeySite(config);
  if (site) return site;
  const message = "Passkeys need a public address with a name; this one is an IP address";
  throw new RefusalError("conflict", message);
}

/** Identifies the person to an authenticator, which keeps it; without personal data. */
export const userHandleOf = ({ kind, id }: Person): Buffer<ArrayBuffer> =>
  Buffer.from(`${kind}:${id}`);
