import { useEffect, useEffectEvent, useRef, useState, type FocusEvent } from "react";

/** While the pointer or the focus is in a toast, it stays; afterwards, it is shown for half of its time. */
export function useHeldToast(visibleFor: number, onHide: () => void) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isAway, setAway] = useState(false);
  const duration = useRef(visibleFor);
  const isHeld = isHovered || isFocused || isAway;

  const hide = useEffectEvent(onHide);
  useEffect(() => {
    if (isHeld) {
      duration.current = visibleFor / 2;
      return undefined;
    }
    const timer = setTimeout(() => hide(), duration.current);
    return () => clearTimeout(timer);
  }, [isHeld, visibleFor]);

  useEffect(() => {
    const leave = () => setAway(true);
    const comeBack = () => setAway(false);
    window.addEventListener("blur", leave);
    window.addEventListener("focus", comeBack);
    return () => {
      window.removeEventListener("blur", leave);
      window.removeEventListener("focus", comeBack);
    };
  }, []);

  return {
    onMouseEnter: () => setHovered(true),
    onMouseLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setFocused(currentTarget.contains(relatedTarget)),
  };
}
