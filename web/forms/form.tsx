import { useRef, type FormEvent, type ReactNode } from "react";
import { useSingleFlight } from "./use-single-flight.ts";

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
  const submitOnce = useSingleFlight(onSubmit);
  const isTouched = useRef(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    void submitOnce(event);
  }

  function touch() {
    if (isTouched.current) return;
    isTouched.current = true;
    preload?.();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only notices
    <form noValidate className={className} onFocus={touch} onSubmit={submit}>
      {children}
    </form>
  );
}
