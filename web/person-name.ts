/** What a trader is called: a trader whom an administrator made may have no name yet. */
export function personName({ fullName, email }: { fullName: string | null; email: string }) {
  return fullName || email;
}
