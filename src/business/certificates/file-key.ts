import { randomUUID } from "node:crypto";

/** The key of a certificate's file in the storage. */
export function makeFileKey(): string {
  return `${randomUUID()}.pdf`;
}

/** Whether a key can be of our making: a store may hold other people's files, too. */
export function isFileKey(key: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.pdf$/.test(key);
}
