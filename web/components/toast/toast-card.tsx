import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { type FocusEvent, type HTMLAttributes, type Ref, useRef } from "react";
import { TextButton } from "../button/text-button.tsx";
import { IconButton } from "../button/icon-button.tsx";
import { Icon } from "../icon/icon.tsx";
import type { Toast } from "./toasts.ts";

interface ToastCardProps extends Pick<Toast, "kind" | "title" | "description" | "actions"> {
  onDismiss: () => void;
  ref?: Ref<HTMLDivElement>;
  /** Listeners that keep the toast open. */
  hold?: Pick<
    HTMLAttributes<HTMLDivElement>,
    "onMouseEnter" | "onMouseLeave" | "onFocus" | "onBlur"
  >;
}

/** Failures interrupt a screen reader (`alert`); successes are announced by the region around them when it is idle. */
export function ToastCard(props: ToastCardProps) {
  const { kind, title, description, actions, onDismiss, ref, hold } = props;
  const isFailure = kind === "failure";
  const content = useRef<HTMLDivElement>(null);
  const { rememberOrigin, returnFocus } = useFocusReturn();
  const dismiss = () => {
    returnFocus(content.current);
    onDismiss();
  };

  return (
    <div ref={ref} data-toast="" {...hold}>
      <Alert
        ref={content}
        role={isFailure ? "alert" : "none"}
        severity={isFailure ? "error" : "success"}
        icon={<Icon name={isFailure ? "alert" : "circleCheck"} />}
        action={<IconButton icon="close" label="Dismiss" onClick={dismiss} />}
        sx={isFailure ? [look, { borderColor: "error.main" }] : look}
        onFocus={rememberOrigin}
      >
        <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
        {description ? <Typography color="textSecondary">{description}</Typography> : null}
        {actions.length > 0 ? (
          <Box sx={{ display: "flex", gap: 2, mt: 0.75 }}>
            {actions.map(({ label, onSelect }) => (
              <TextButton
                key={label}
                onClick={() => {
                  dismiss();
                  onSelect();
                }}
              >
                {label}
              </TextButton>
            ))}
          </Box>
        ) : null}
      </Alert>
    </div>
  );
}

const look = {
  width: "min(24rem, calc(100vw - 2rem))",
  p: "0.75rem 0.5rem 0.75rem 0.875rem",
  border: "1px solid var(--line-strong)",
  boxShadow: "var(--shadow-raised)",
  bgcolor: "background.paper",
  color: "text.primary",
};

/**
 * When a toast closes, moves the focus back to the element that had it before. The focus would otherwise be lost,
 * because toasts are outside the page.
 */
function useFocusReturn() {
  const origin = useRef<HTMLElement>(null);
  return {
    rememberOrigin({ currentTarget, relatedTarget }: FocusEvent) {
      if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
        origin.current = relatedTarget;
    },
    returnFocus(toast: Element | null) {
      if (!toast?.contains(document.activeElement)) return;
      const target = origin.current?.isConnected ? origin.current : document.querySelector("main");
      target?.focus({ preventScroll: true });
    },
  };
}
