import { lazy, Suspense, useEffect } from "react";
import { useOpenedOnce } from "../components/dialog/use-opened-once.ts";
import type { SignInAgainDialogProps } from "./sign-in-again-dialog.tsx";
import { preload } from "../document/preload.ts";

const loadDialog = () => import("./sign-in-again-dialog.tsx");
const SignInAgainDialog = lazy(() => loadDialog().then((m) => ({ default: m.SignInAgainDialog })));

export function LazySignInAgainDialog(props: SignInAgainDialogProps) {
  const wasOpened = useOpenedOnce(props.isOpen);

  // By the time the dialog is needed, a new release may have removed its files, so it is preloaded when a field is
  // first focused. Until then, no input can be lost.
  useEffect(() => {
    const onFocus = () => preload(loadDialog);
    document.addEventListener("focusin", onFocus, { once: true });
    return () => document.removeEventListener("focusin", onFocus);
  }, []);

  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <SignInAgainDialog {...props} />
    </Suspense>
  );
}
