import { useCallback, useState } from "react";

interface DialogState<Subject> {
  /** `undefined` until the dialog is first opened; kept while the closed dialog fades out. */
  subject: Subject | undefined;
  isOpen: boolean;
  /** Changes each time the dialog opens. */
  key: number;
}

/** The state of a dialog that is opened for a subject, or for `null` if it has none. */
export interface Dialog<Subject> extends DialogState<Subject> {
  open: (subject: Subject) => void;
  close: () => void;
}

export function useDialog<Subject>(): Dialog<Subject> {
  const [state, setState] = useState<DialogState<Subject>>({
    subject: undefined,
    isOpen: false,
    key: 0,
  });
  const open = useCallback(
    (subject: Subject) => setState(({ key }) => ({ subject, isOpen: true, key: key + 1 })),
    [],
  );
  const close = useCallback(() => setState((present) => ({ ...present, isOpen: false })), []);
  return { ...state, open, close };
}

/** Returns whether a layer is or was open. Once opened, it stays rendered so that it can fade out. */
export function useOpenedOnce(isOpen: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return wasOpened || isOpen;
}
