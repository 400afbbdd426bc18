import { useCallback, useState } from "react";

interface DialogState<Subject> {
  /** What the dialog is about; it stays while the closed dialog fades away. */
  subject: Subject | undefined;
  isOpen: boolean;
  /** Another one for each opening, so that no dialog finds what was typed in the one before. */
  key: number;
}

/** A dialog about something, that can be opened and closed. */
export function useDialog<Subject>() {
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
