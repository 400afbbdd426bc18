/** The specification's delays, in milliseconds. */
const OPEN_DELAY = 700;
const SKIP_DELAY = 300;

/** The attribute that gives a control its tooltip text. */
const attribute = "data-tooltip";

/**
 * Calls `show` with the control whose tooltip is due: the one under the pointer, otherwise the one with keyboard focus,
 * after the delay; with `null` once there is none. On touch screens, a long press opens a tooltip and the next touch
 * closes it.
 * @returns a function that stops it
 */
export function followControls(show: (control: HTMLElement | null) => void): () => void {
  let hovered: HTMLElement | null = null;
  let focused: HTMLElement | null = null;
  let current: HTMLElement | null = null;
  let isOpen = false;
  let closedAt = Number.NEGATIVE_INFINITY;
  let opening: ReturnType<typeof setTimeout> | undefined;

  function open() {
    if (!current?.isConnected) return;
    isOpen = true;
    show(current);
  }

  function close() {
    clearTimeout(opening);
    if (!isOpen) return;
    isOpen = false;
    closedAt = performance.now();
    show(null);
  }

  function update() {
    const next = hovered ?? focused;
    if (next === current) return;
    close();
    current = next;
    if (current === null) return;
    const isSkipping = performance.now() - closedAt < SKIP_DELAY;
    opening = setTimeout(open, isSkipping ? 0 : OPEN_DELAY);
  }

  /** Hides the tooltip until the pointer or the focus moves. */
  function dismiss() {
    hovered = null;
    focused = null;
    update();
    closedAt = Number.NEGATIVE_INFINITY;
  }

  const stop = new AbortController();
  function on<Name extends keyof DocumentEventMap>(
    name: Name,
    listener: (event: DocumentEventMap[Name]) => void,
  ) {
    document.addEventListener(name, listener, { signal: stop.signal, capture: true });
  }

  on("pointerover", ({ target, pointerType }) => {
    // The pointer may rest on the tooltip itself.
    if (pointerType === "touch" || isTooltip(target)) return;
    hovered = findControl(target);
    update();
  });
  on("pointerout", ({ relatedTarget }) => {
    if (relatedTarget !== null) return;
    hovered = null;
    update();
  });
  on("pointerdown", ({ target, pointerType }) => {
    if (isTooltip(target)) return;
    dismiss();
    if (pointerType !== "touch") return;
    hovered = findControl(target);
    update();
  });
  for (const name of ["pointerup", "pointercancel"] as const) {
    on(name, ({ pointerType }) => {
      if (pointerType === "touch" && !isOpen) dismiss();
    });
  }
  on("focusin", ({ target }) => {
    focused =
      target instanceof Element && target.matches(":focus-visible") ? findControl(target) : null;
    update();
  });
  on("focusout", () => {
    focused = null;
    update();
  });
  on("keydown", ({ key }) => {
    if (key === "Escape" || key === "Enter" || key === " ") dismiss();
  });
  return () => {
    stop.abort();
    clearTimeout(opening);
  };
}

function findControl(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(`[${attribute}]`) : null;
}

function isTooltip(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[role=tooltip]") !== null;
}
