import type { CaseSignature, PublishedKeys } from "./case.schema.ts";

/** `unsupported`: signatures cannot be checked without HTTPS or in browsers without Ed25519. */
export type SignatureStatus = "valid" | "invalid" | "unknown-key" | "no-keys" | "unsupported";

/** Returns Web Crypto, which browsers provide only on pages loaded over HTTPS or from localhost. */
function subtle(): typeof crypto.subtle | undefined {
  return (globalThis.crypto as typeof crypto | undefined)?.subtle;
}

/** @returns lower-case hex, or `null` without Web Crypto */
export async function sha256(text: string): Promise<string | null> {
  const digest = await subtle()?.digest("SHA-256", new TextEncoder().encode(text));
  if (!digest) return null;
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Checks the signature of a text.
 * @param keys the firm's published keys, or `null` if they are not available
 */
export async function checkSignature(
  text: string,
  { algorithm, keyId, value }: CaseSignature,
  keys: PublishedKeys | null,
): Promise<SignatureStatus> {
  if (!keys) return "no-keys";
  const published = keys.keys.find((key) => key.keyId === keyId && key.algorithm === algorithm);
  if (!published) return "unknown-key";
  const publicKey = fromBase64(published.publicKey);
  const bytes = fromBase64(value);
  if (publicKey?.length !== 32 || bytes?.length !== 64) return "invalid";
  const webCrypto = subtle();
  const key = await webCrypto
    ?.importKey("raw", publicKey, { name: algorithm }, false, ["verify"])
    .catch(() => undefined);
  if (!webCrypto || !key) return "unsupported";
  const isValid = await webCrypto.verify(algorithm, key, bytes, new TextEncoder().encode(text));
  return isValid ? "valid" : "invalid";
}

/** @returns `undefined` unless the text is the canonical Base64 of its bytes */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(text);
    if (btoa(binary) !== text) return undefined;
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
