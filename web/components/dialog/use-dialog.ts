import { useCallback, useState } from "react";

interface DialogState<Subject> {
  /** The subject of the dialog, kept while the closed dialog fades out. */
  subject: Subject | undefined;
  isOpen: boolean;
  /** Changes each time the dialog opens, so that it starts without earlier input. */
  key: number;
}

/** Manages the state of a dialog that is opened for a subject. */
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
