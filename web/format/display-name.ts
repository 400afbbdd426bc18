/** A trader created by an administrator may have no name yet. */
export function displayName({ fullName, email }: { fullName: string | null; email: string }) {
  return fullName || email;
}
