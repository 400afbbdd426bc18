import { useRef, type FormEvent, type ReactNode } from "react";

interface FormProps {
  /** Resolves when the submission is over, whatever came of it. */
  onSubmit: (event: FormEvent) => Promise<void>;
  /** Called when the form is first touched. */
  preload?: () => void;
  className?: string;
  children: ReactNode;
}

/** A form that is sent once, however often it is clicked while it is being sent. */
export function Form({ onSubmit, preload, className, children }: FormProps) {
  const isBusy = useRef(false);
  const isTouched = useRef(false);

  async function submitOnce(event: FormEvent) {
    event.preventDefault();
    if (isBusy.current) return;
    isBusy.current = true;
    await onSubmit(event).finally(() => (isBusy.current = false));
  }

  function touch() {
    if (isTouched.current) return;
    isTouched.current = true;
    preload?.();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only notices
    <form
      noValidate
      className={className}
      onFocus={touch}
      onSubmit={(event) => void submitOnce(event)}
    >
      {children}
    </form>
  );
}
