import { lazy, Suspense, useEffect } from "react";
import { useOpenedOnce } from "../components/dialog/use-opened-once.ts";
import type { SignInAgainDialogProps } from "./sign-in-again-dialog.tsx";

const loadDialog = () => import("./sign-in-again-dialog.tsx");
const SignInAgainDialog = lazy(() => loadDialog().then((m) => ({ default: m.SignInAgainDialog })));

export function LazySignInAgainDialog(props: SignInAgainDialogProps) {
  const wasOpened = useOpenedOnce(props.isOpen);

  // By the time it is needed, its files may be those of an older release, which are gone. Until a field
  // has the focus, nothing typed could be lost.
  useEffect(() => {
    const preload = () => void loadDialog().catch(() => undefined);
    document.addEventListener("focusin", preload, { once: true });
    return () => document.removeEventListener("focusin", preload);
  }, []);

  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <SignInAgainDialog {...props} />
    </Suspense>
  );
}
