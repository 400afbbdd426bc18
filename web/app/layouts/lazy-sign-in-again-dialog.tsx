import { useEffect } from "react";
import { useOpenedOnce } from "../../components/dialog/use-opened-once.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import type { SignInAgainDialogProps } from "./sign-in-again-dialog.tsx";

const load = () => import("./sign-in-again-dialog.tsx").then((m) => m.SignInAgainDialog);

const SignInAgainDialog = lazyComponent(load);

/** If it fails, the dialog itself loads it again. */
const loadEarly = () => void load().catch(() => undefined);

export function LazySignInAgainDialog(props: SignInAgainDialogProps) {
  const wasOpened = useOpenedOnce(props.isOpen);

  // By the time the dialog is needed, a new release may have removed its files, so it is loaded when a field is
  // first focused. Until then, no input can be lost.
  useEffect(() => {
    document.addEventListener("focusin", loadEarly, { once: true });
    return () => document.removeEventListener("focusin", loadEarly);
  }, []);

  if (!wasOpened) return null;
  return <SignInAgainDialog {...props} />;
}
