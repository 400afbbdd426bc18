import { Button } from "../components/button/button.tsx";
import { useSignOut } from "../session/use-sign-out.ts";

export function SignOutButton({ isWide = false }: { isWide?: boolean }) {
  const signOut = useSignOut();
  return (
    <Button
      look={isWide ? "secondary" : "plain"}
      size={isWide ? "medium" : "small"}
      isWide={isWide}
      isPending={signOut.isPending}
      pendingLabel="Signing out..."
      onClick={() => signOut.mutate()}
    >
      Sign out
    </Button>
  );
}
