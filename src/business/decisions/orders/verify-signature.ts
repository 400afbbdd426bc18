import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { MINUTE, SECOND } from "../../../platform/time/durations.rule.ts";
import type { SourceKind } from "./order.rule.ts";

/** A message of a source as it has arrived. */
export interface SignedMessage {
  body: Buffer;
  header(name: string): string | undefined;
}

const LARGEST_AGE = 5 * MINUTE;

const PREFIX = "whsec_";

/** Returns whether a text is a secret of the Standard Webhooks specification. */
export function isStandardSecret(secret: string): boolean {
  return /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret);
}

/** Returns whether the message is signed as the documentation of its vendor says, and recent if it says when. */
export function isSigned(
  kind: SourceKind,
  secret: string,
  message: SignedMessage,
  now: Date,
): boolean {
  return checks[kind](secret, message, now);
}

const checks: Record<SourceKind, (secret: string, message: SignedMessage, now: Date) => boolean> = {
  woocommerce: (secret, { body, header }) =>
    isSame(header("x-wc-webhook-signature"), hmac(secret, body).toString("base64")),

  stripe(secret, { body, header }, now) {
    const parts = (header("stripe-signature") ?? "").split(",").map((part) => part.trim());
    const valuesOf = (name: string) =>
      parts
        .filter((part) => part.startsWith(`${name}=`))
        .map((part) => part.slice(name.length + 1));
    const [time] = valuesOf("t");
    if (!isRecent(time, now)) return false;
    const expected = hmac(secret, Buffer.concat([Buffer.from(`${time}.`), body])).toString("hex");
    return isAnySame(valuesOf("v1"), expected);
  },

  json(secret, { body, header }, now) {
    const [id, time] = [header("webhook-id"), header("webhook-timestamp")];
    if (id === undefined || !isRecent(time, now)) return false;
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    const signed = Buffer.concat([Buffer.from(`${id}.${time}.`), body]);
    const expected = `v1,${hmac(key, signed).toString("base64")}`;
    return isAnySame((header("webhook-signature") ?? "").split(" "), expected);
  },

  sumsub: (secret, { body, header }) =>
    header("x-payload-digest-alg") === "HMAC_SHA256_HEX" &&
    isSame(header("x-payload-digest"), hmac(secret, body).toString("hex")),

  veriff: (secret, { body, header }) =>
    isSame(header("x-hmac-signature")?.toLowerCase(), hmac(secret, body).toString("hex")),
};

const hmac = (key: string | Buffer, signed: Buffer) =>
  createHmac("sha256", key).update(signed).digest();

/** @param time seconds since 1970, as the vendors write it */
function isRecent(time: string | undefined, now: Date): time is string {
  if (time === undefined || !/^\d{1,12}$/.test(time)) return false;
  return Math.abs(now.getTime() - Number(time) * SECOND) <= LARGEST_AGE;
}

/** Compares in constant time, whatever the lengths. */
function isSame(given: string | undefined, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return given !== undefined && timingSafeEqual(digest(given), digest(expected));
}

/** Compares with each, so that the time does not depend on which one is right. */
const isAnySame = (given: readonly string[], expected: string): boolean =>
  given.filter((signature) => isSame(signature, expected)).length > 0;
