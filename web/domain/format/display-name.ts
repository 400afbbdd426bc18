/** Returns the name, or the email if an administrator created the trader without a name. */
export function displayName({ fullName, email }: { fullName: string | null; email: string }) {
  return fullName || email;
}
