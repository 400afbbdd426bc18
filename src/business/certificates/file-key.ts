import { randomUUID } from "node:crypto";

/** Generates the key of a certificate's file in the storage. */
export function makeFileKey(): string {
  return `${randomUUID()}.pdf`;
}

/** Whether `makeFileKey` may have generated this key: a bucket may contain other files, too. */
export function isFileKey(key: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.pdf$/.test(key);
}
