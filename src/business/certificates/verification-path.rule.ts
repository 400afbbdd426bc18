/** The path of the public page that says what a code in groups certifies. */
export function verificationPath(code: string): string {
  return `/certificates/verify/${code}`;
}
