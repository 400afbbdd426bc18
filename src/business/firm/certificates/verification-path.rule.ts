/** Returns the path of the public verification page for a code in groups. */
export function verificationPath(code: string): string {
  return `/certificates/verify/${code}`;
}
