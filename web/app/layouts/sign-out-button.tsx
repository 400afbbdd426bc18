import { Button } from "../../components/button/button.tsx";
import { useSignOut } from "../session/use-sign-out.ts";

export function SignOutButton({ isWide = false }: { isWide?: boolean }) {
  const { isPending, signOut } = useSignOut();
  return (
    <Button
      look={isWide ? "secondary" : "plain"}
      size={isWide ? "medium" : "small"}
      isWide={isWide}
      isPending={isPending}
      pendingLabel="Signing out..."
      onClick={signOut}
    >
      Sign out
    </Button>
  );
}
