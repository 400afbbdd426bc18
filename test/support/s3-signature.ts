import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

export interface S3Credentials {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, text: string) =>
  createHmac("sha256", key).update(text).digest();

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Returns whether a request has a valid AWS Signature Version 4 of these credentials. */
export function isSigned(request: IncomingMessage, body: Buffer, credentials: S3Credentials) {
  const { region, accessKeyId, secretAccessKey } = credentials;
  const { pathname, searchParams } = new URL(request.url!, "http://store");
  const header = (name: string) => String(request.headers[name] ?? "").trim();
  const [, date, signedHeaders, signature] =
    new RegExp(
      `^AWS4-HMAC-SHA256 Credential=${accessKeyId}/(\\d{8})/${region}/s3/aws4_request, SignedHeaders=(\\S+), Signature=([0-9a-f]{64})$`,
    ).exec(header("authorization")) ?? [];
  if (!date || !signedHeaders || !signature) return false;

  const payload = header("x-amz-content-sha256");
  if (payload !== "UNSIGNED-PAYLOAD" && payload !== sha256(body)) return false;
  const names = signedHeaders.split(";");
  if (!names.includes("host")) return false;
  const canonical = [
    request.method,
    pathname,
    [...searchParams]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .toSorted()
      .join("&"),
    ...names.map((name) => `${name}:${header(name)}`),
    "",
    signedHeaders,
    payload,
  ].join("\n");
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", header("x-amz-date"), scope, sha256(canonical)].join("\n");
  const key = [date, region, "s3", "aws4_request"].reduce<string | Buffer>(
    hmac,
    `AWS4${secretAccessKey}`,
  );
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, "hex"));
}
